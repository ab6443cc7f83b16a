# %% [markdown] exercise=["hw4-matmul/wrong-engines"]

# %% [markdown] mistake="matrix-tests-no-bias"
# The tests have no bias in them.
#
# A bias is added to every row, so its gradient is a sum, and there are many ways to sum wrongly.
# Add `b` or `s` to a matrix.

# %%
matrix_tests = {
    "first": ("H = A @ B; H * H + H", [[1, -2, 0.5, 3], [-0.7, 0.4, 2, -1.5]], -1),
    "second": ("H = S @ S; H + H @ S", [[1, -2], [0.5, 3]], [[-1, 0.5], [2, -1.5]]),
}

# %% [markdown] mistake="matrix-tests-one-call"
# Every test of matrices has a single call.
#
# What an engine does not forget shows only when it is called again on the same graph.

# %%
matrix_tests = {
    "first": ("H = A @ B + b; H + H * H", [[1, -2, 0.5, 3], [-0.7, 0.4, 2, -1.5]]),
    "second": ("H = S @ S + s; H + H @ S", [[1, -2], [0.5, 3]]),
    "third": ("p = exp(S); p * p + exp(p)", [[1, -2], [0.5, 3]]),
}

# %% [markdown] mistake="matrix-tests-one-product"
# The test is one product of matrices, called once.
#
# No bias is added, so no mistake in the gradient of a bias can show. Nothing is used twice, and nothing is called twice. Each of these
# hides a group of engines; which test would show one of them?

# %%
matrix_tests = {"first": ("A @ B", 1)}

# %% [markdown] right="hw4-tests-of-engines"
# Upstream gradients as tensors, and a bias by the node of its own.

# %%
import torch

matrix_tests = {
    "third": ("p = exp(S); p * p + exp(p)", torch.tensor([[1, -2], [0.5, 3]])),
    "second": ("H = AddBias(S @ S, s); H + H @ S", [[1, -2], [0.5, 3]], [[-1, 0.5], [2, -1.5]]),
}
matrix_tests["first"] = ("H = A @ B + b; H * H + H", torch.arange(8.0).reshape(2, 4) - 2.5, -1)
