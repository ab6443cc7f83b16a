# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# This is the variance, not s.
#
# s is its root.

# %%
norm_by_hand["s"] = 4
