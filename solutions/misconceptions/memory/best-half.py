# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Half as many checkpoints as layers.
#
# With k = n/2 the inputs alone are n/2 values. Look at the plot: how many checkpoints are best for 144
# layers?

# %%
tradeoff["best"] = 'm/2'
