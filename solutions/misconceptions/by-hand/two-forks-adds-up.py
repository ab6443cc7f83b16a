# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# The factors of two steps are added or counted once.
#
# Along a path gradients are multiplied; at a fork the shares are added. For b = a + a alone, how
# much faster than a does b move? Ask the same for c and b, and then for both steps together.

# %%
two_forks["a"] = 2
