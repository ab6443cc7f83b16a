# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# The factors of two steps are added or counted once.
#
# Along a path gradients are multiplied: c moves twice as much as b, and b twice as much as a.

# %%
two_forks["a"] = 2
