# %% [markdown] exercise=["hw7-cost/memory"]
# Gradients are counted before there are any.
#
# The forward pass keeps what the backward pass will need. The gradients of the weights are made
# by the backward pass.

# %%
space["M_forward"] = "n b d + n d^2"
