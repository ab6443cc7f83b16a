# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The bias enters after the tanh.
#
# The bias is added to `X W1`, before the activation: an arrow from `b` to `Z`.

# %%
edges["Z"] = ["X", "W1"]
edges["H"] = ["Z", "b"]
