# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# A minus sign in the exponent is treated as a minus sign of the value.
#
# exp of a negative number is positive and small: it is 1 divided by exp of the positive number.

# %%
forward_pass["r"] = -3
