# %% [markdown] exercise=["hw7-cost/memory"]
# Only the first layer is counted.
#
# The gradient comes from the loss, through the derivative of every activation function on the
# way. What does each of them need from the forward pass?

# %%
space["M_backward_W1"] = "n d + d^2"
