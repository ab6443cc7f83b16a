# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The bracket is not divided by s.
#
# All three terms have the factor 1/s.

# %%
norm_by_hand["dx1"] = 3.5
norm_by_hand["dx2"] = 2.5
norm_by_hand["dx3"] = -3.5
norm_by_hand["dx4"] = -2.5
norm_by_hand["double"] = 3.5
