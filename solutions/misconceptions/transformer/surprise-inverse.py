# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# The gradient of the probability is given.
#
# -1/p is the derivative with respect to p. It still has to go through the softmax to the logit.

# %%
surprise["dz2"] = "-1/0.3"
