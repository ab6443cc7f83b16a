# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches are not returned.
#
# Without `return` a function gives back None, and the list that it has made is lost.

# %%
def minibatches(order, size):
    batches = [order[i : i + size] for i in range(0, len(order), size)]
