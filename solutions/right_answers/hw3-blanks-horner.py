# %% [markdown] exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: Horner's scheme, Python's powers, floats.

# %%
dy_dx = "((4*x - 6)*x + 6)*x - 4"
lowest = {"x": 1.0, "y": 3.0}
weights = {"g0": 60.0, "g1": 800.0, "g2": 1e4}
