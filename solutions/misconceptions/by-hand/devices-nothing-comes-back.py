# %% [markdown] exercise=["hw5-mlp/devices"]
# Nothing comes back.
#
# A cannot find the gradient of `W1` without knowing how the loss moves with `H`.

# %%
devices["backward"] = 0
