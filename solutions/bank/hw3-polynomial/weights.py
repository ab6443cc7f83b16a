# %% [markdown] exercise=["hw3-polynomial/weights"]

# %% [markdown] mistake="weights-derivative-at-the-weight"
# The derivative is taken at the weight instead of at x.
#
# Two numbers belong to each entry, and they do different things: x says where on the curve you are,
# and the weight says how much the slope counts. For y = x^2 at x = 7 with weight 20, the slope is
# taken at 7.

# %%
weights["g0"] = 20
weights["g1"] = 200
weights["g2"] = 2000

# %% [markdown] mistake="weights-forgotten"
# The upstream gradient is forgotten.
#
# These are the local gradients alone. Each has to be multiplied by the weight of its entry.

# %%
weights["g0"] = 6
weights["g1"] = 8
weights["g2"] = 10

# %% [markdown] mistake="weights-half"
# The factor 2 of the square is lost.
#
# The local gradient of y = x^2 is not x: the power comes in front. Move x from 10 to 10.1, and see
# how far its square moves.

# %%
weights["g0"] = 30
weights["g1"] = 400
weights["g2"] = 5000

# %% [markdown] mistake="weights-only"
# The upstream gradient is passed on as it is.
#
# It has to be multiplied by the local gradient, the derivative of the square.

# %%
weights["g0"] = 10
weights["g1"] = 100
weights["g2"] = 1000

# %% [markdown] mistake="weights-summed"
# All entries are summed.
#
# y_j depends on x_j alone, so in the sum for g_i only one term is not zero.

# %%
weights["g0"] = 10860
weights["g1"] = 10860
weights["g2"] = 10860

# %% [markdown] mistake="weights-values"
# The values are weighted instead of the derivatives.
#
# The square itself is the result. How much does it move when x moves?

# %%
weights["g0"] = 90
weights["g1"] = "100 * 16"
weights["g2"] = 25000
