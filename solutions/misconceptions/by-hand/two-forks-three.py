# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# The arrows are counted instead of the paths.
#
# Every path from a to c brings a share. How many paths lead from a to c?

# %%
two_forks["a"] = 3
