# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# The minus of the loss is missing.
#
# A surprise is not negative: p is less than 1, so log p is negative, and -log p is not.

# %%
surprise["loss"] = "log(0.3)"
surprise["moved"] = "log(0.3)"
