# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# y - p instead of p - y.
#
# If the right logit goes up, the loss goes down: its gradient is negative, and the others are positive.

# %%
surprise["dz1"] = -0.5
surprise["dz2"] = 0.7
surprise["dz3"] = -0.2
surprise["half"] = -0.25
