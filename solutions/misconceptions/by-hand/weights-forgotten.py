# %% [markdown] exercise=["hw3-polynomial/weights"]
# The upstream gradient is forgotten.
#
# These are the local gradients alone. Each has to be multiplied by the weight of its entry.

# %%
weights["g2"] = 4
weights["g3"] = 6
