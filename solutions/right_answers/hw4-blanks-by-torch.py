# %% [markdown] exercise=["hw4-matmul/entries", "hw4-matmul/shapes", "hw4-matmul/bias-by-hand", "hw4-matmul/loss-by-hand"]
# Homework 4's blanks worked out with tensors.

# %%
import torch

A_ = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 2.0]])
B_ = torch.tensor([[2.0, 0.0, 1.0, -1.0], [1.0, 3.0, 0.0, 2.0]])
G_ = torch.tensor([[4.0, -1.0, 2.0, 0.0], [2.0, 0.0, 1.0, 3.0], [5.0, -2.0, 0.0, 1.0]])
entries = {"dA_01": G_[0] @ B_[1], "dB_10": (A_[:, 1] * G_[:, 0]).sum()}
shapes = dict(zip(["dA_rows", "dA_columns", "dB_rows", "dB_columns"], [*A_.shape, *B_.shape]))
bias = {f"db_{j}": v for j, v in enumerate(torch.tensor([[1, 5], [4, 7], [2, -2]]).sum(0))}
loss_entries = {"dC_00": "2*(1 - 5)*(-1)", "dC_01": "2 (3 - 0) (-1)"}
