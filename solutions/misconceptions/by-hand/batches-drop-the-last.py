# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The last, shorter batch is dropped.
#
# Every example has its turn in an epoch, so what is left makes a batch as well. Seven examples in
# batches of three make three batches.

# %%
def minibatches(order, size):
    return [order[i : i + size] for i in range(0, len(order) - size + 1, size)]
