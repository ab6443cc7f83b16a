# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# The mean is forgotten.
#
# A mean of two rows moves by half as much as one of them.

# %%
surprise["half"] = 0.5
