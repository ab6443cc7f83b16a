# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# Exp and the logarithm are not undone.
#
# The exponential of log 2 is a simple number. What does log 2 mean?

# %%
forward_pass["b"] = "exp(2)"
