# %% [markdown] exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: the derivative term by term, not simplified.

# %%
dy_dx = "4*x**3 - 2*3*x**2 + 3*2*x**1 - 4 + 0"
lowest = dict(y="1^4 - 2*1^3 + 3*1^2 - 4*1 + 5", x=1)
weights = dict(zip(("g0", "g1", "g2"), (2 * x * v for x, v in [(3, 10), (4, 100), (5, 1000)])))
