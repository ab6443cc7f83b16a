# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches hold positions instead of examples.
#
# The list is shuffled, and its entries say which examples to take. Cut the list itself, not 0, 1,
# 2, and so on.

# %%
def minibatches(order, size):
    numbers = list(range(len(order)))
    return [numbers[i : i + size] for i in range(0, len(order), size)]
