# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks as written on paper: implied products, real minus signs, e to a power.

# %%
linear = {"df_dx": "−6", "df_dy": "2", "x_up": "−6 · 0.01", "both_up": "(−6 + 2)·0.01"}
dz_dx = "1/2 (e^x − e^(−x))"
forward_pass = {
    "a": "ln 3",
    "b": "e^(ln 3)",
    "c": "log 3",
    "d": "−ln 3",
    "r": "3⁻¹",
    "z": "(3 + 1/3) ÷ 2",
}
backward_pass = {
    "z": "1",
    "r": "1/2",
    "d": "e^d / 2",
    "c": "−e^d / 2",
    "b": "1/2",
    "a": "1/2 e^a",
    "x": "1/2 e^a − 1/2 e^d",
}
