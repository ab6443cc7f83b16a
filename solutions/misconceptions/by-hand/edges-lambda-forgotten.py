# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# Lambda is forgotten.
#
# `λ` is a number in the equation of `s`, and a leaf of the graph.

# %%
edges["s"] = ["W1", "W2"]
