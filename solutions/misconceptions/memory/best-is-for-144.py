# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The answer for 144 layers.
#
# You have read that off the plot correctly. The question is about any n. What has 12 to do with 144?

# %%
tradeoff["best"] = 12
tradeoff["least"] = 24
