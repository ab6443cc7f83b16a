# %% [markdown] exercise=["hw3-polynomial/weights"]
# The upstream gradient is passed on as it is.
#
# It has to be multiplied by the local gradient, the derivative of the square.

# %%
weights["g0"] = 10
weights["g1"] = 100
weights["g2"] = 1000
