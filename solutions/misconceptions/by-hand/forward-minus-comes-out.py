# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The minus sign comes out of the exponential.
#
# exp of anything is positive, so the result cannot have a minus sign. In the exponent, a minus sign
# gives the reciprocal: 10^2 is 100, and 10^(-2) is a hundredth.

# %%
forward_pass["r"] = "-1/3"
forward_pass["z"] = "4/3"
