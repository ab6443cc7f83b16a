# %% [markdown] exercise=["hw7-cost/fills"]
# The first and the last weight are swapped.
#
# To reach the first layer, the gradient has to pass the derivative of every activation, and each of
# them needs a saved value. It reaches the last weight at once.

# %%
fills["W1_only"] = "d"
fills["last_W_only"] = "c"
