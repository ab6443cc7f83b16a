# %% [markdown] exercise=["hw2-tanh/prediction"]
# The second share of b is treated as lost.
#
# It does arrive, and it is added. But it is not passed on.

# %%
prediction["b"] = 1
