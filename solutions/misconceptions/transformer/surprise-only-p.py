# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# The right token is not subtracted.
#
# -z_t contributes -1 to the derivative with respect to the right logit.

# %%
surprise["dz2"] = 0.3
