# %% [markdown] exercise=["hw4-matmul/shapes"]

# %% [markdown] mistake="shapes-all-pairs"
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

# %% [markdown] mistake="shapes-numerator"
# The rows are given where the columns are asked for, or the columns where the rows are.
#
# In denominator layout a gradient has the shape of the thing it belongs to. In numerator layout
# rows and columns are exchanged.

# %%
shapes["dA_rows"] = 2
shapes["dA_columns"] = 3
shapes["dB_rows"] = 4
shapes["dB_columns"] = 2

# %% [markdown] mistake="shapes-of-the-product"
# The gradient is given the shape of the product.
#
# G, the gradient with respect to C, has that shape. The gradient with respect to A belongs to A,
# and the one with respect to B to B.

# %%
shapes["dA_columns"] = 4
shapes["dB_rows"] = 3
