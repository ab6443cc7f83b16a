# %% [markdown] exercise=["hw4-matmul/wrong-engines"]
# The tests have no bias in them.
#
# A bias is added to every row, so its gradient is a sum, and there are many ways to sum wrongly.
# Add `b` or `s` to a matrix.

# %%
matrix_tests = {
    "first": ("H = A @ B; H * H + H", [[1, -2, 0.5, 3], [-0.7, 0.4, 2, -1.5]], -1),
    "second": ("H = S @ S; H + H @ S", [[1, -2], [0.5, 3]], [[-1, 0.5], [2, -1.5]]),
}
