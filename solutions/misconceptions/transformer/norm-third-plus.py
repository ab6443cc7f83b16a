# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The third term has the wrong sign.
#
# A larger s makes the normalised entries smaller: minus.

# %%
norm_by_hand["dx1"] = 2.25
norm_by_hand["dx2"] = 0.75
norm_by_hand["dx3"] = -1.25
norm_by_hand["dx4"] = -1.75
norm_by_hand["double"] = 1.125
