# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The bracket is not divided by s.
#
# All three terms have the factor 1/s.

# %%
norm_by_hand["dx1"] = 2.5
norm_by_hand["dx2"] = -0.5
norm_by_hand["dx3"] = -2.5
norm_by_hand["dx4"] = 0.5
norm_by_hand["double"] = 2.5
