# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]

# %% [markdown] mistake="two-forks-adds-up"
# The factors of two steps are added or counted once.
#
# Along a path gradients are multiplied; at a fork the shares are added. For b = a + a alone, how
# many times as far as a does b move? Ask the same of c and b, and then of both steps together.

# %%
two_forks["a"] = 2

# %% [markdown] mistake="two-forks-one-arrow"
# Only one of two equal arrows is counted.
#
# Two arrows lead from b to c, and two from a to b. Each brings its own share.

# %%
two_forks["b"] = 1
two_forks["a"] = 1

# %% [markdown] mistake="two-forks-three"
# The arrows are counted instead of the paths.
#
# Every path from a to c brings a share. How many paths lead from a to c?

# %%
two_forks["a"] = 3

# %% [markdown] mistake="two-forks-values"
# The values are given instead of the gradients.
#
# These are the numbers of the forward pass. The backward pass starts at the output and asks how far
# c moves when a node does. With a = 5, the values would be different but the gradients the same.

# %%
two_forks["c"] = 4
two_forks["b"] = 2
two_forks["a"] = 1

# %% [markdown] right="hw2-blanks-in-numbers" exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's blanks in numbers, and another order.

# %%
two_forks = {"c": 1.0, "b": 2.0, "a": 4.0}
prediction = {"b": 2.0, "a": 2.0, "shares": 1024}
order = ["z", "s", "r", "m", "t", "p", "q", "n", "x"]
twice = {"a": 8.0}

# %% [markdown] right="hw2-blanks-in-text" exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's blanks as text, the order as a tuple.

# %%
two_forks = {"c": "1", "b": "1 + 1", "a": "2*2"}
prediction = {"b": "1+1", "a": "2", "shares": "2**10"}
order = tuple("z s m r t q n p x".split())
twice = {"a": "4 + 4"}

# %% [markdown] right="hw2-order-node-by-node" exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's order with x as early as it may be, and superscripts.

# %%
two_forks = dict(a="2²", b="2¹", c="2⁰")
prediction = dict(b=1 + 1, a=1 + 1, shares=2**10)
order = list("zrtsmqpnx")
twice = dict(a=2 * 4)
