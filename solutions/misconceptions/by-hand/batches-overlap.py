# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches overlap.
#
# A new batch begins where the last one ended: `size` places further on, not one.

# %%
def minibatches(order, size):
    return [order[i : i + size] for i in range(len(order))]
