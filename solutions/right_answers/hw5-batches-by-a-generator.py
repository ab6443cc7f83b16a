# %% [markdown] exercise=["hw5-mlp/minibatches"]
# Minibatches cut off the front, as tuples.

# %%
def minibatches(order, size):
    rest, found = tuple(order), []
    while rest:
        found.append(rest[:size])
        rest = rest[size:]
    return found
