# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]
# Softmax by hand, in formulas.

# %%
softmax_by_hand = {
    "dz1": "0.5 (2 - 0.8)",
    "dz2": "-0.3*0.8",
    "dz3": "0.2*(-1 - 0.8)",
    "same": 0.0,
    "entries": "q*q",
}
