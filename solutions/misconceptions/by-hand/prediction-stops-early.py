# %% [markdown] exercise=["hw2-tanh/prediction"]
# The node a is counted as receiving only once.
#
# b hands what it has to both of its inputs, and both are a.

# %%
prediction["a"] = 1
