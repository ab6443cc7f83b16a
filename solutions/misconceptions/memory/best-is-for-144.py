# %% [markdown] exercise=["hw6-memory/tradeoff"]
# This is the best c for 144 layers.
#
# The question is about any m. What has 12 to do with 144?

# %%
tradeoff["best"] = 12
