# %% [markdown] exercise=["hw2-tanh/twice"]
# The second call adds; it does not multiply.
#
# The second call adds the same amount again to what the first one left.

# %%
twice["a"] = 16
