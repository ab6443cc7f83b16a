# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks as decimal numbers.

# %%
linear = {"df_dx": -6.0, "df_dy": 2.0, "x_up": -6e-2, "both_up": -0.04}
dz_dx = "0.5*exp(x) - 0.5*exp(-x)"
forward_pass = {
    "a": 0.6931471805599453,
    "b": 2.0,
    "c": 0.6931471805599453,
    "d": -0.6931471805599453,
    "e": 0.5,
    "z": 1.25,
}
backward_pass = {"z": 1.0, "e": 0.5, "d": 0.25, "c": -0.25, "b": 0.5, "a": 1.0, "x": 0.75}
