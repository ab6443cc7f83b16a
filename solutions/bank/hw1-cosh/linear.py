# %% [markdown] exercise=["hw1-cosh/linear"]

# %% [markdown] mistake="linear-exact-change"
# The actual change is given, not the linear approximation.
#
# You multiplied the two new values. The linear approximation leaves out what the two moves do
# together. Let the sides of a rectangle grow a little: this adds two thin strips along the sides
# and a tiny square in the corner, and only the strips count.

# %%
linear["both_up"] = "2.01 * (-5.99) + 12"

# %% [markdown] mistake="linear-forgets-the-move"
# The derivative is given instead of the move of f.
#
# The derivative is the move of f for a step of 1. This step is a hundred times smaller. For 3x, a
# step of 0.1 moves the value by 0.3, not by 3.

# %%
linear["x_up"] = -6
linear["both_up"] = "-6 + 2"

# %% [markdown] mistake="linear-move-only"
# The move of the input is given instead of the move of the output.
#
# The output moves by the derivative times the move of the input.

# %%
linear["x_up"] = 0.01

# %% [markdown] mistake="linear-multiplies-moves"
# The two effects are multiplied.
#
# When both inputs move, their effects on the output add up.

# %%
linear["both_up"] = "-0.06 * 0.02"

# %% [markdown] mistake="linear-new-value"
# The new value of the function is given instead of its change.
#
# The question is how much it changes. Subtract the old value.

# %%
linear["x_up"] = -12.06
linear["both_up"] = -12.04

# %% [markdown] mistake="linear-sign"
# The minus sign is lost.
#
# Where the slope is negative, the function goes down when the input goes up.

# %%
linear["x_up"] = 0.06

# %% [markdown] mistake="linear-swapped"
# This is the other partial derivative.
#
# With one input held still, the function is a line in the other. The derivative with respect to the
# one that moves is the slope of this line, the factor in front of it. For f(x, y) = 3x + 5y, it is
# 3 for x and 5 for y.

# %%
linear["df_dx"] = 2
linear["df_dy"] = -6

# %% [markdown] mistake="linear-value-for-slope"
# The value of f is given instead of its derivative.
#
# f says how large the product is; the derivative says how many times as far as x the product moves.
# For 3x at x = 5 the value is 15, but moving x by 1 moves it by much less.

# %%
linear["df_dx"] = -12
linear["df_dy"] = -12
linear["x_up"] = -0.12
linear["both_up"] = -0.24

# %% [markdown] right="hw1-blanks-as-on-paper" exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
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

# %% [markdown] right="hw1-blanks-computed" exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
# Homework 1's blanks computed in Python, with math, torch and fractions.

# %%
import math
from fractions import Fraction

import numpy as np
import torch

linear = dict(df_dx=int(-6), df_dy=np.float64(2), x_up=Fraction(-6, 100), both_up=-4 / 100)
dz_dx = "sinh(x)"
forward_pass = {
    "a": math.log(3),
    "b": math.exp(math.log(3)),
    "c": torch.log(torch.tensor(3.0, dtype=torch.float64)),
    "d": -np.log(3),
    "r": Fraction(1, 3),
    "z": math.cosh(math.log(3)),
}
backward_pass = {
    "z": 1 / 1,
    "r": 1 / 2,
    "d": math.exp(-math.log(3)) / 2,
    "c": -math.exp(-math.log(3)) / 2,
    "b": 2**-1,
    "a": np.exp(np.log(3)) / 2,
    "x": math.sinh(math.log(3)),
}

# %% [markdown] right="hw1-blanks-in-decimals" exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
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

# %% [markdown] right="hw1-blanks-with-names" exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
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
