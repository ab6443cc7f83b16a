# %% [markdown] exercise=["hw5-mlp/network"]
# A layer multiplies entry by entry.
#
# In Python `*` pairs up entries in the same place. In a layer every output is a sum over all
# inputs, and `@` computes that.

# %%
network["z"] = "W1 * x"
