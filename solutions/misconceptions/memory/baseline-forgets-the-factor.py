# %% [markdown] exercise=["hw6-memory/baseline"]
# The factor r - v left out.
#
# Detached, r - v is the constant 5 - 3, and it multiplies the derivative of the log-probability.

# %%
baseline["detached"] = '1/2'
