# %% [markdown] exercise=["hw2-tanh/prediction"]
# The node a is thought to receive once.
#
# b hands what it has to both its inputs, and both are a.

# %%
prediction["a"] = 1
