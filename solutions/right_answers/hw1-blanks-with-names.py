# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks with the names of the nodes, and the blanks in another order.

# %%
linear = {"both_up": "0.01*(-6) + 0.01*2", "x_up": "-6/100", "df_dy": "+2", "df_dx": "-(6)"}
dz_dx = "(e**x - 1/e**x) / 2"
forward_pass = {
    "z": "(exp(x) + exp(-x)) / 2",
    "r": "exp(-x)",
    "d": "-x",
    "c": "x",
    "b": "e^x",
    "a": "x",
}
backward_pass = {
    "x": "(b - r) / 2",
    "a": "b/2",
    "b": "1/2",
    "c": "-r/2",
    "d": "r/2",
    "r": ".5",
    "z": "z/z",
}
