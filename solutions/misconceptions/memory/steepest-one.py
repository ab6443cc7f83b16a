# %% [markdown] exercise=["hw6-memory/slopes"]
# The largest value of the sigmoid for its largest slope.
#
# 1 is what the value comes near to. The slope is the other curve in the plot: how high does that get?

# %%
slopes["steepest"] = 1
slopes["ten_layers"] = 1
