# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The value of the sigmoid given as its gradient.
#
# At z = 0 the value is 1/2. The gradient is s (1 - s).

# %%
in_place_numbers["right"] = 0.5
