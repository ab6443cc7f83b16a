# %% [markdown] exercise=["hw5-mlp/shapes"]
# The shapes of the gradients in letters.

# %%
batch_shapes = {
    "dJ_dO_rows": "q",
    "dJ_dO_columns": "n",
    "dJ_dZ_rows": "k",
    "dJ_dZ_columns": "n",
    "dJ_dW1_rows": "k",
    "dJ_dW1_columns": "d",
}
