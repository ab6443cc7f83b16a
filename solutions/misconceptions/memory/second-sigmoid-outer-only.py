# %% [markdown] exercise=["hw6-memory/second"]
# This is the derivative with respect to s, not z.
#
# The derivative of s - s^2 with respect to s is 1 - 2s. By the chain rule it has to be multiplied
# by the derivative of s with respect to z.

# %%
curvature["sigmoid"] = '1 - 2 s'
