# %% [markdown] exercise=["hw4-matmul/shapes"]
# Every entry of C is paired with every entry of the input.
#
# That is the shape of the full table of partial derivatives, which backpropagation never writes
# down. The loss is a single number, so there is one derivative for each entry of the matrix. For a
# loss of a (1, 2) matrix, that is two.

# %%
shapes["dA_rows"] = 12
shapes["dA_columns"] = 6
shapes["dB_rows"] = 12
shapes["dB_columns"] = 8
