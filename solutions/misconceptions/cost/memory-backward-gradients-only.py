# %% [markdown] exercise=["hw7-cost/memory"]
# The saved activations are missing.
#
# If the batch is very large, b much larger than d, then what was saved in the forward pass is
# more than the gradients. Nothing was said about which is larger, so both have to be in the sum.

# %%
space["M_backward"] = "m d^2"
space["M_backward_W1"] = "d^2"
