# %% [markdown] exercise=["hw4-matmul/shapes"]
# Rows and columns are swapped: numerator layout.
#
# In denominator layout a gradient has the shape of the thing it belongs to.

# %%
shapes["dA_rows"] = 2
shapes["dA_columns"] = 3
shapes["dB_rows"] = 4
shapes["dB_columns"] = 2
