# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches are one entry too long.
#
# The end of a slice is not part of it: `order[0:3]` has three entries. So the next example would
# be in two batches.

# %%
def minibatches(order, size):
    return [order[i : i + size + 1] for i in range(0, len(order), size)]
