# %% [markdown] exercise=["hw5-mlp/shapes"]
# The weights get a gradient for each example.
#
# There is one matrix `W1`, used by all examples. That is a fork, and its shares are added up.

# %%
batch_shapes["dJ_dW1_rows"] = 5
