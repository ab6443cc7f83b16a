# %% [markdown] exercise=["hw3-polynomial/weights"]
# The upstream gradient is forgotten.
#
# These are the local gradients alone. Each has to be multiplied by the weight of its entry.

# %%
weights["g0"] = 6
weights["g1"] = 8
weights["g2"] = 10
