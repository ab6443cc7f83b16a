# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The minus signs are lost.
#
# Each term keeps its sign when you differentiate.

# %%
dy_dx = "4 x^3 + 6 x^2 + 6 x + 4"
