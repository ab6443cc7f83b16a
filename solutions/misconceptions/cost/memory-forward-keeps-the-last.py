# %% [markdown] exercise=["hw7-cost/memory"]
# Only one layer is counted, as in inference.
#
# For the gradient of W_i the backward pass needs x_i, and it has not come yet. So what must not
# be thrown away, in every layer?

# %%
space["M_forward"] = "n d"
