# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The derivative of exp is taken at its output.
#
# The local gradient of an exp box is exp of the value that goes in, which is simply the value that
# comes out. You took exp of that value again. For v = exp(u) at u = 0 it is exp(0), not exp(1).

# %%
backward_pass["d"] = "exp(r)/2"
backward_pass["c"] = "-exp(r)/2"
backward_pass["a"] = "exp(b)/2"
backward_pass["x"] = "exp(b)/2 - exp(r)/2"
