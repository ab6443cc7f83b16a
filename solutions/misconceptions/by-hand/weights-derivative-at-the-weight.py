# %% [markdown] exercise=["hw3-polynomial/weights"]
# The derivative is taken at the weight instead of at x.
#
# Two numbers belong to each entry, and they do different things: x says where on the curve you are,
# and the weight says how much the slope counts. For y = x^2 at x = 7 with weight 20, the slope is
# taken at 7.

# %%
weights["g0"] = 20
weights["g1"] = 200
weights["g2"] = 2000
