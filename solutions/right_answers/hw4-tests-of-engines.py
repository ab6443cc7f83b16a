# %% [markdown] exercise=["hw4-matmul/wrong-engines"]
# Upstream gradients as tensors, and a bias by the node of its own.

# %%
import torch

matrix_tests = {
    "third": ("p = exp(S); p * p + exp(p)", torch.tensor([[1, -2], [0.5, 3]])),
    "second": ("H = AddBias(S @ S, s); H + H @ S", [[1, -2], [0.5, 3]], [[-1, 0.5], [2, -1.5]]),
}
matrix_tests["first"] = ("H = A @ B + b; H * H + H", torch.arange(8.0).reshape(2, 4) - 2.5, -1)
