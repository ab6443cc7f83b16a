# %% [markdown] exercise=["hw7-cost/memory"]
# The saved activations are missing.
#
# If the batch is very large, n much larger than d, the activations saved in the forward pass take
# more memory than the gradients. Either can be larger, so both have to be in the sum.

# %%
space["M_backward"] = "m d^2"
space["M_backward_W1"] = "d^2"
