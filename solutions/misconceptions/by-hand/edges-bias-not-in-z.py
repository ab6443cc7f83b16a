# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The bias is not among what Z is computed from.
#
# It is added to `X W1`, before the activation: an arrow from `b` to `Z`.

# %%
edges["Z"] = ["X", "W1"]
