# %% [markdown] exercise=["hw6-memory/second"]

# %% [markdown] mistake="second-relu-first"
# The slope of ReLU is given instead of its second derivative.
#
# 1 is the slope at 2. The second derivative says how the slope changes when x moves a little.

# %%
curvature["relu"] = 1

# %% [markdown] mistake="second-sigmoid-first"
# This is the first derivative once more.
#
# Only exp is its own derivative. Differentiate s - s^2, remembering that s depends on z.

# %%
curvature["sigmoid"] = 's (1 - s)'

# %% [markdown] mistake="second-sigmoid-outer-only"
# This is the derivative with respect to s, not z.
#
# The derivative of s - s^2 with respect to s is 1 - 2s. By the chain rule it has to be multiplied
# by the derivative of s with respect to z.

# %%
curvature["sigmoid"] = '1 - 2 s'

# %% [markdown] mistake="second-values-of-the-first"
# The first column is read instead of the second.
#
# m values are kept for first derivatives. Look at the column on the right.

# %%
curvature["values"] = 'm'

# %% [markdown] right="hw6-second-multiplied-out"
# Second derivatives, multiplied out.

# %%
curvature = {"values": "m + m", "sigmoid": "s - 3s^2 + 2s^3", "relu": 0.0}
