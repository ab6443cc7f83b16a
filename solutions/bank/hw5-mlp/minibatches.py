# %% [markdown] exercise=["hw5-mlp/minibatches"]

# %% [markdown] mistake="batches-count-for-size"
# The size is used as the number of batches.
#
# `size` says how many examples there are in one batch. How many batches that makes follows from
# it.

# %%
def minibatches(order, size):
    length = -(-len(order) // size)
    return [order[i : i + length] for i in range(0, len(order), length)]

# %% [markdown] mistake="batches-drop-the-last"
# The last, shorter batch is dropped.
#
# Every example has its turn in an epoch, so what is left makes a batch as well. Seven examples in
# batches of three make three batches.

# %%
def minibatches(order, size):
    return [order[i : i + size] for i in range(0, len(order) - size + 1, size)]

# %% [markdown] mistake="batches-first-only"
# Only the first batch is returned.
#
# Collect all of them in a list. Is there a `return` inside a loop? It ends the function in the first
# round.

# %%
def minibatches(order, size):
    for i in range(0, len(order), size):
        return [order[i : i + size]]

# %% [markdown] mistake="batches-not-returned"
# The batches are not returned.
#
# Without `return` a function returns None, and the list it has made is lost.

# %%
def minibatches(order, size):
    batches = [order[i : i + size] for i in range(0, len(order), size)]

# %% [markdown] mistake="batches-of-places"
# The batches hold positions instead of examples.
#
# The list is shuffled, and its entries say which examples to take. Cut the list itself, not 0, 1,
# 2, and so on.

# %%
def minibatches(order, size):
    numbers = list(range(len(order)))
    return [numbers[i : i + size] for i in range(0, len(order), size)]

# %% [markdown] mistake="batches-one-too-long"
# The batches are one entry too long.
#
# The end of a slice is not part of it: `order[0:3]` has three entries. So the next example would
# be in two batches.

# %%
def minibatches(order, size):
    return [order[i : i + size + 1] for i in range(0, len(order), size)]

# %% [markdown] mistake="batches-overlap"
# The batches overlap.
#
# A new batch begins where the last one ended: `size` places further on, not one.

# %%
def minibatches(order, size):
    return [order[i : i + size] for i in range(len(order))]

# %% [markdown] right="hw5-batches-by-a-generator"
# Minibatches cut off the front, as tuples.

# %%
def minibatches(order, size):
    rest, found = tuple(order), []
    while rest:
        found.append(rest[:size])
        rest = rest[size:]
    return found

# %% [markdown] right="hw5-batches-by-torch"
# Minibatches by torch.split, as tensors.

# %%
def minibatches(order, size):
    return torch.tensor(order).split(size)

# %% [markdown] right="hw5-batches-in-a-loop"
# Minibatches collected one example at a time.

# %%
def minibatches(order, size):
    batches = []
    for number in order:
        if not batches or len(batches[-1]) == size:
            batches.append([])
        batches[-1].append(number)
    return batches
