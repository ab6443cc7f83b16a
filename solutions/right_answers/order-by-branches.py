# %% [markdown] exercise=["hw2-tanh/order"]
# The other branch first.

# %%
order = ("z", "r", "t", "s", "m", "p", "q", "n", "x")
