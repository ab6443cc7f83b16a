# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches hold places instead of examples.
#
# The list is shuffled, and its entries say which examples these are. Cut the list itself, and not
# 0, 1, 2, and so on.

# %%
def minibatches(order, size):
    numbers = list(range(len(order)))
    return [numbers[i : i + size] for i in range(0, len(order), size)]
