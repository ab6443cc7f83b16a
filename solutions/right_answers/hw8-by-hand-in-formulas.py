# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# Cross-entropy by hand, in formulas.

# %%
surprise = {
    "loss": "log(10) - log(3)",
    "dz1": "5/10",
    "dz2": "3/10 - 1",
    "dz3": "2/(5+3+2)",
    "half": "1/2 * 1/2",
    "moved": "log(10/3)",
}
