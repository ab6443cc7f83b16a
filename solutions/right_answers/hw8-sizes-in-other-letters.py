# %% [markdown] exercise=["hw8-transformer/sizes"]
# The sizes, multiplied out or factored.

# %%
sizes = {
    "parameters": "3*d*h + h*d + (d + 1)*k + k*d",
    "weights": "(T^2 + T)/2",
    "kept": "T (3h + T)",
}
