# %% [markdown] exercise=["hw4-matmul/shapes"]
# The gradient is given the shape of the product.
#
# G, the gradient with respect to C, has that shape. The gradient with respect to A belongs to A,
# and the one with respect to B to B.

# %%
shapes["dA_columns"] = 4
shapes["dB_rows"] = 3
