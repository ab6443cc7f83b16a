# %% [markdown] exercise=["hw5-mlp/shapes"]
# Rows and columns are exchanged.
#
# Here examples are rows, and a gradient has the shape of the value it belongs to. What shape does
# `Z = X W1` have?

# %%
batch_shapes["dJ_dZ_rows"] = 3
batch_shapes["dJ_dZ_columns"] = 5
batch_shapes["dJ_dO_rows"] = 2
batch_shapes["dJ_dO_columns"] = 5
