# %% [markdown] exercise=["hw1-cosh/linear", "hw1-cosh/sinh-formula", "hw1-cosh/forward-by-hand", "hw1-cosh/backward-by-hand"]
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
