# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The minus sign is lost on the way back.
#
# When the input of a minus goes up, its output goes down, so their gradients differ in sign. Take
# y = -u: let u go from 3 to 3.1, and see which way y goes.

# %%
backward_pass["c"] = "exp(d)/2"
