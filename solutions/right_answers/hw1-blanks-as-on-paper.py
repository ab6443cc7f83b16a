# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks as written on paper: implied products, real minus signs, e to a power.

# %%
linear = {"df_dx": "−6", "df_dy": "2", "x_up": "−6 · 0.01", "both_up": "(−6 + 2)·0.01"}
dz_dx = "1/2 (e^x − e^(−x))"
forward_pass = {
    "a": "ln 2",
    "b": "e^(ln 2)",
    "c": "log 2",
    "d": "−ln 2",
    "e": "2⁻¹",
    "z": "(2 + 1/2) ÷ 2",
}
backward_pass = {
    "z": "1",
    "e": "1/2",
    "d": "e^d / 2",
    "c": "−e^d / 2",
    "b": "1/2",
    "a": "1/2 e^a",
    "x": "1/2 e^a − 1/2 e^d",
}
