# %% [markdown] exercise=["hw3-polynomial/weights"]
# The values are weighted instead of the derivatives.
#
# The square itself is the result. How much does it move when x moves?

# %%
weights["g0"] = 90
weights["g1"] = "100 * 16"
weights["g2"] = 25000
