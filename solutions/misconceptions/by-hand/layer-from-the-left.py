# %% [markdown] exercise=["hw5-mlp/network"]
# A layer multiplies from the left.
#
# In `x W` the matrix stands on the right. Write the two shapes side by side: in which order do the
# inner numbers agree?

# %%
network["z"] = "W1 @ x"
