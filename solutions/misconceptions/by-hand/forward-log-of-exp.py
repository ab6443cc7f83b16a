# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# Exp and the logarithm are not cancelled.
#
# The exponential of log 3 is a simple number. What does log 3 mean?

# %%
forward_pass["b"] = "exp(3)"
