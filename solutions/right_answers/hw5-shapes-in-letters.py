# %% [markdown] exercise=["hw5-mlp/shapes"]
# The shapes of the gradients in letters.

# %%
batch_shapes = {
    "dJ_dO_rows": "n",
    "dJ_dO_columns": "q",
    "dJ_dZ_rows": "n",
    "dJ_dZ_columns": "k",
    "dJ_dW1_rows": "d",
    "dJ_dW1_columns": "k",
}
