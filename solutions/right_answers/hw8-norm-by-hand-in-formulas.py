# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# LayerNorm by hand, in formulas.

# %%
norm_by_hand = {
    "s": "sqrt((4 + 4 + 4 + 4)/4)",
    "dx1": "6/2 - 2/2 - 1/4",
    "dx2": "(4 - 2 + 1/2)/2",
    "dx3": "-7/4",
    "dx4": "(-1 - 2 + 0.5)/2",
    "ones": "(1 - 1 - 0)/2",
    "double": "7/8",
}
