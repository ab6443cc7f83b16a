# %% [markdown] exercise=["hw4-matmul/wrong-engines"]
# Every test of matrices has a single call.
#
# What an engine does not forget shows only when it is called again on the same graph.

# %%
matrix_tests = {
    "first": ("H = A @ B + b; H + H * H", [[1, -2, 0.5, 3], [-0.7, 0.4, 2, -1.5]]),
    "second": ("H = S @ S + s; H + H @ S", [[1, -2], [0.5, 3]]),
    "third": ("p = exp(S); p * p + exp(p)", [[1, -2], [0.5, 3]]),
}
