# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The arrows are turned round.
#
# The question is what each value is computed from, not what it is used for.

# %%
edges["Z"] = ["H"]
edges["H"] = ["O"]
edges["O"] = ["L"]
