# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The loss reads H.
#
# The loss compares the output with the label. It sees `H` only through `O`.

# %%
edges["L"] = ["H", "Y"]
