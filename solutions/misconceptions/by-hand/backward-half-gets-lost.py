# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The factor 1/2 gets lost at exp.
#
# What z thinks of b and e has to be passed on too: it is the upstream gradient of these boxes, and
# it multiplies their local gradient. For z = 5 exp(u) at u = 0, the gradient of u is 5, not 1.

# %%
backward_pass["d"] = "exp(d)"
backward_pass["c"] = "-exp(d)"
backward_pass["x"] = "exp(a) - exp(d)"
