# %% [markdown] exercise=["hw5-mlp/minibatches"]
# The batches are not returned.
#
# Without `return` a function returns None, and the list it has made is lost.

# %%
def minibatches(order, size):
    batches = [order[i : i + size] for i in range(0, len(order), size)]
