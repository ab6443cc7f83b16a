# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The bias is added after the tanh.
#
# A bias moves the place where a hidden unit changes its mind, so it belongs inside the tanh: it
# is part of `Z` already.

# %%
batch_network["H"] = "tanh(Z) + b"
