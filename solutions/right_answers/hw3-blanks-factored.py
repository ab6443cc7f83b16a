# %% [markdown] exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: the derivative factored, powers in superscript.

# %%
dy_dx = "2(x − 1)(2x² − x + 2)"
lowest = {"x": "1", "y": "1 − 2 + 3 − 4 + 5"}
weights = {"g0": "2·3·10", "g1": "2·4·100", "g2": "2·5·1000"}
