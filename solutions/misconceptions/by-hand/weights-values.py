# %% [markdown] exercise=["hw3-polynomial/weights"]
# The values are weighted instead of the derivatives.
#
# The square itself is the result. How much does it move when x moves?

# %%
weights["g2"] = "10 * 4 + 0"
weights["g3"] = 900
