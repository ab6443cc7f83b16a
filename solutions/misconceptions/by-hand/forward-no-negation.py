# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The minus sign of d is forgotten.
#
# d is computed from c by one operation. Which one?

# %%
forward_pass["d"] = "log 3"
forward_pass["r"] = 3
forward_pass["z"] = 3
