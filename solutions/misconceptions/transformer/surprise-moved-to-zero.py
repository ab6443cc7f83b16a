# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# After 1000 is added, the token is assumed to be certain.
#
# All three logits are moved, so none gains on the others.

# %%
surprise["moved"] = 0
