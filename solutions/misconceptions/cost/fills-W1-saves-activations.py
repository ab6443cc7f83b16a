# %% [markdown] exercise=["hw7-cost/fills"]
# Training W1 alone does not save activations.
#
# The gradient has to pass the derivative of every activation on its way to the first layer, and
# each of them needs a saved value.

# %%
fills["W1_only"] = "d"
fills["last_W_only"] = "c"
