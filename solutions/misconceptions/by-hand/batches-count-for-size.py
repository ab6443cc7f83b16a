# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The size is used as the number of batches.
#
# `size` says how many examples there are in one batch. How many batches that makes follows from
# it.

# %%
def minibatches(order, size):
    length = -(-len(order) // size)
    return [order[i : i + length] for i in range(0, len(order), length)]
