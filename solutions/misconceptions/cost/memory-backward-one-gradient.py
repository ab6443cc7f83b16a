# %% [markdown] exercise=["hw7-cost/memory"]
# The gradient of one weight is counted, but there are m.
#
# Every weight gets a gradient of its own, of its own shape, and all of them are there in the end.

# %%
space["M_backward"] = "m n d + d^2"
