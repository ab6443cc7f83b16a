# %% [markdown] exercise=["hw2-tanh/prediction"]
# The second share of b is thought to be lost.
#
# It does arrive, and it is added. It is only not passed on.

# %%
prediction["b"] = 1
