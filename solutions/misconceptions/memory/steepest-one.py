# %% [markdown] exercise=["hw6-memory/slopes"]
# This is the largest value of the sigmoid, not its largest slope.
#
# The value comes near to 1. The slope is the other curve in the plot: how high does that get?

# %%
slopes["steepest"] = 1
