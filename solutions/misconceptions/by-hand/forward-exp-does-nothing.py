# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The values go through exp unchanged.
#
# An exp box computes something: exp of its input. log 5 is the number whose exp is 5. So exp(log 5)
# is 5, not log 5.

# %%
forward_pass["b"] = "log(3)"
forward_pass["r"] = "-log(3)"
forward_pass["z"] = 0
