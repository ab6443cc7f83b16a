# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# In factors, with implicit products.

# %%
dy_dx = "2(x - 1)(2x² − x + 2)"
