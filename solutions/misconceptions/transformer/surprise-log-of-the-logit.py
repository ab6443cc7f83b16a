# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# The logarithm of the logit, or the logit itself.
#
# First softmax, then logarithm: the exponentials of the logits are 5, 3 and 2, and p is 3/10.

# %%
surprise["loss"] = "-log(3)"
