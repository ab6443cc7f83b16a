# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks as decimal numbers.

# %%
linear = {"df_dx": -6.0, "df_dy": 2.0, "x_up": -6e-2, "both_up": -0.04}
dz_dx = "0.5*exp(x) - 0.5*exp(-x)"
forward_pass = {
    "a": 1.0986122886681098,
    "b": 3.0,
    "c": 1.0986122886681098,
    "d": -1.0986122886681098,
    "r": 0.3333333333333333,
    "z": 1.6666666666666667,
}
backward_pass = {
    "z": 1.0,
    "r": 0.5,
    "d": 0.16666667,
    "c": -0.16666667,
    "b": 0.5,
    "a": 1.5,
    "x": 1.3333333,
}
