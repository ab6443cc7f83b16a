# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# A gradient of ones is passed on.
#
# The sum of a normalised row is 0, whatever the input is. It cannot move.

# %%
norm_by_hand["ones"] = 1
