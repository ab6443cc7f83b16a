# %% [markdown] exercise=["hw5-mlp/minibatches"]
# Minibatches collected one example at a time.

# %%
def minibatches(order, size):
    batches = []
    for number in order:
        if not batches or len(batches[-1]) == size:
            batches.append([])
        batches[-1].append(number)
    return batches
