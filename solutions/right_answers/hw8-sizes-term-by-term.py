# %% [markdown] exercise=["hw8-transformer/sizes"]
# The sizes, matrix by matrix.

# %%
sizes = {
    "parameters": "d*h + d*h + d*h + h*d + d*k + k + k*d",
    "weights": "T**2/2 + T/2",
    "kept": "T*h + T*h + T*h + T*T",
}
