# %% [markdown] exercise=["hw6-memory/tradeoff"]
# This is the answer for 144 layers.
#
# You have read it off the plot correctly. The question is about any m. What has 12 to do with 144?

# %%
tradeoff["best"] = 12
tradeoff["least"] = 24
