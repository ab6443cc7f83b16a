# %% [markdown] exercise=["hw6-memory/tradeoff"]
# There are half as many checkpoints as layers.
#
# With c = m/2 the inputs alone are m/2 values. Look at the plot: how many checkpoints are best for
# 144 layers?

# %%
tradeoff["best"] = 'm/2'
