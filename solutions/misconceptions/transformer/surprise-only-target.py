# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# Only the right logit gets a gradient.
#
# The other logits are in the sum of the exponentials: raising them makes the right token less probable.

# %%
surprise["dz1"] = 0
surprise["dz3"] = 0
surprise["half"] = 0
