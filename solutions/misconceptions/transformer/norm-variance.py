# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The variance is taken for s.
#
# s is its root.

# %%
norm_by_hand["s"] = 4
