# %% [markdown] exercise=["hw4-matmul/entries"]

# %% [markdown] mistake="entries-exchanged"
# The two answers are exchanged.
#
# dA_01 is the gradient with respect to an entry of A, dB_10 with respect to an entry of B. For A
# the sum runs along a row of G, for B down a column.

# %%
entries["dA_01"] = 16
entries["dB_10"] = 1

# %% [markdown] mistake="entries-forgets-upstream"
# The upstream gradients are forgotten.
#
# That is the sum of a row of B, or of a column of A. Each term has to be multiplied by the
# upstream gradient of the entry of C that moves.

# %%
entries["dA_01"] = 6
entries["dB_10"] = 3

# %% [markdown] mistake="entries-one-term"
# Only one entry of C is counted.
#
# The entry is used several times, once in each entry of C that moves. The shares add up.

# %%
entries["dA_01"] = 4
entries["dB_10"] = "2*4"

# %% [markdown] mistake="entries-product-of-sums"
# Sums are multiplied where products should be summed.
#
# Multiply each entry of G by the one number that belongs to it, and only then add. Compare 1 * 10 +
# 2 * 100 with (1 + 2) * (10 + 100).

# %%
entries["dA_01"] = "(4 - 1 + 2 + 0) * (1 + 3 + 0 + 2)"
entries["dB_10"] = "(4 + 2 + 5) * (2 - 1 + 2)"

# %% [markdown] mistake="entries-row-1-of-g-for-b"
# Row 1 of G is taken where a column is needed.
#
# An entry of A enters a row of C, and an entry of B a column of C. Mark in C the entries that move
# when b_10 moves: the upstream gradients in those places are the ones
# that count.

# %%
entries["dB_10"] = "2*2 + (-1)*0 + 2*1"

# %% [markdown] mistake="entries-row-of-g-for-b"
# A row of G is taken where a column is needed.
#
# An entry of A enters a row of C, and an entry of B a column of C. Mark in C the entries that move
# when b_10 moves: the upstream gradients in those places are the ones
# that count.

# %%
entries["dB_10"] = "2*4 + (-1)*(-1) + 2*2"

# %% [markdown] mistake="entries-sign"
# A sign is lost on the way.
#
# Watch the minus signs in G, A and B.

# %%
entries["dA_01"] = "4*1 + 1*3 + 2*0 + 0*2"
entries["dB_10"] = "2*4 + 1*2 + 2*5"

# %% [markdown] mistake="entries-transposed"
# This is the entry in the transposed place.
#
# The first index is the row, the second the column, both counted from 0: b_12 would be in row 1 and
# column 2.

# %%
entries["dA_01"] = "2*2 + 0*0 + 1*1 + 3*(-1)"
entries["dB_10"] = "1*(-1) + 0*0 + 3*(-2)"

# %% [markdown] mistake="entries-wrong-column-of-a"
# The wrong column of A is used.
#
# An entry of B meets the entries of one column of A, one for each row of C. Its first index says
# which column: in the sum for c_ij, b_rj is multiplied by a_ir.

# %%
entries["dB_10"] = "1*4 + 0*2 + 3*5"

# %% [markdown] mistake="entries-wrong-column-of-g"
# The wrong column of G is used.
#
# An entry of B enters only one column of C, the same as its own column in B. Only the upstream
# gradients of that column count.

# %%
entries["dB_10"] = "2*(-1) + (-1)*0 + 2*(-2)"

# %% [markdown] mistake="entries-wrong-row"
# The wrong row of B is used.
#
# The second index of the entry of A says which row of B it meets.

# %%
entries["dA_01"] = "4*2 + (-1)*0 + 2*1 + 0*(-1)"

# %% [markdown] mistake="entries-wrong-row-of-g"
# The wrong row of G is used.
#
# Which entries of C move when a_01 moves? Those in the same row as a_01; its other index says which
# row of B it meets. Rows are counted from 0.

# %%
entries["dA_01"] = "2*1 + 0*3 + 1*0 + 3*2"

# %% [markdown] right="hw4-blanks-as-numbers" exercise=["hw4-matmul/entries", "hw4-matmul/shapes", "hw4-matmul/bias-by-hand", "hw4-matmul/loss-by-hand"]
# Homework 4's blanks as plain numbers.

# %%
entries = {"dA_01": 1, "dB_10": 16}
shapes = {"dA_rows": 3, "dA_columns": 2, "dB_rows": 2, "dB_columns": 4}
bias = {"db_0": 7.0, "db_1": 10.0}
loss_entries = {"dC_00": 8, "dC_01": -6}

# %% [markdown] right="hw4-blanks-by-torch" exercise=["hw4-matmul/entries", "hw4-matmul/shapes", "hw4-matmul/bias-by-hand", "hw4-matmul/loss-by-hand"]
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
