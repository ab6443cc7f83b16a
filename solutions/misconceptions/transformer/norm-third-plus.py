# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The third term has the wrong sign.
#
# A larger s makes the normalised entries smaller: minus.

# %%
norm_by_hand["dx1"] = 1.75
norm_by_hand["dx2"] = -0.75
norm_by_hand["dx3"] = -0.75
norm_by_hand["dx4"] = -0.25
norm_by_hand["double"] = 0.875
