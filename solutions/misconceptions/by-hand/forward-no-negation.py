# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# A minus sign is forgotten.
#
# One of the boxes takes the negative of what goes into it. Which one?

# %%
forward_pass["d"] = "log 3"
forward_pass["r"] = 3
forward_pass["z"] = 3
