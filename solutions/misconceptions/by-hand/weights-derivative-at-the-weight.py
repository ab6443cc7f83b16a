# %% [markdown] exercise=["hw3-polynomial/weights"]
# The derivative is taken at the weight instead of at x.
#
# Two numbers belong to each entry, and they do different things: x says where on the curve you are,
# and the weight says how much the slope counts. For y = x^2 at x = 3 with weight 10, the slope is
# that at 3.

# %%
weights["g2"] = 20
weights["g3"] = 200
