# %% [markdown] exercise=["hw7-cost/times"]
# On the way to the first layer, the products with the weights are left out.
#
# A layer in between need not compute the gradient of its own weight. But to hand the gradient on,
# it multiplies it by the transposed weight, and that is a product of matrices too.

# %%
times["T_backward_W1"] = "m n d + n d^2"
