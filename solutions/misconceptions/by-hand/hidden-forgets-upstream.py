# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of h is the local gradient alone.
#
# By how much `J` moves with `h` depends on how much it moves with `o`: that factor is still
# missing.

# %%
gradients["dJ_dh"] = "W2.T"
