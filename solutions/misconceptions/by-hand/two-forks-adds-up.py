# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# The factors of two steps are added or counted once.
#
# Along a path gradients are multiplied; at a fork the shares are added. For b = a + a alone, how
# many times as far as a does b move? Ask the same of c and b, and then of both steps together.

# %%
two_forks["a"] = 2
