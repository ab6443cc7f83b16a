# %% [markdown] exercise=["hw5-mlp/network"]
# A layer multiplies from the right.
#
# In $W x$ the matrix stands on the left. Write the two shapes side by side: which order lets the
# inner numbers agree?

# %%
network["z"] = "W1 @ x"
