# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The variance is divided by d - 1.
#
# It is the mean of the squares: divided by 4.

# %%
norm_by_hand["s"] = "sqrt(16/3)"
