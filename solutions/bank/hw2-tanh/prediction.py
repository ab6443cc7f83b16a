# %% [markdown] exercise=["hw2-tanh/prediction"]

# %% [markdown] mistake="power-is-xor"
# In Python, `^` is not a power.
#
# A power is `2**3` in Python, and `2 ^ 3` compares bits. In quotes a blank understands both: "2^3".

# %%
prediction["shares"] = 2 ^ 10

# %% [markdown] mistake="prediction-b-too"
# This loses the second share of b.
#
# It does arrive, and it is added. But it is not passed on.

# %%
prediction["b"] = 1

# %% [markdown] mistake="prediction-believes"
# The hasty engine is assumed to be right.
#
# Follow it: when b moves on, only one of its two shares has arrived.

# %%
prediction["a"] = 4

# %% [markdown] mistake="prediction-linear"
# The shares are counted as growing by two with each addition.
#
# Every share that arrives is sent on along two arrows. So the number doubles with each addition.

# %%
prediction["shares"] = 20

# %% [markdown] mistake="prediction-off-by-one"
# The chain is counted one addition too short.
#
# Your rule is right, but the length is wrong. Count the additions, not the gaps between them: with
# one addition, two shares arrive.

# %%
prediction["shares"] = "2^9"

# %% [markdown] mistake="prediction-one-doubling-too-many"
# The chain is counted one addition too long.
#
# Your rule is right, but the length is wrong. With one addition two shares arrive, with two
# additions four: count the additions, not the nodes.

# %%
prediction["shares"] = 2**11

# %% [markdown] mistake="prediction-one-share-each"
# One share is counted for each addition.
#
# Every share that arrives at a node is sent on along both arrows. Draw the first two additions, and
# count the paths from the output to the leaf.

# %%
prediction["shares"] = 10

# %% [markdown] mistake="prediction-square"
# The shares are counted as growing with the square of the length.
#
# Every share that arrives is sent on along two arrows. So the number doubles with each addition.

# %%
prediction["shares"] = "10^2"

# %% [markdown] mistake="prediction-stops-early"
# This counts only one of the two shares that b sends to a.
#
# b hands what it has to both of its inputs, and both are a.

# %%
prediction["a"] = 1
