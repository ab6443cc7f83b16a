# %% [markdown] exercise=["hw6-memory/tradeoff"]
# This is the answer for 144 layers.
#
# The question is about any m. Put the formula for the best c into the one for what is kept.

# %%
tradeoff["least"] = 24
