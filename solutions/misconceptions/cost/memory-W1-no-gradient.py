# %% [markdown] exercise=["hw7-cost/memory"]
# The gradient is missing.
#
# How many weights get one here, and how large is it?

# %%
space["M_backward_W1"] = "m n d"
