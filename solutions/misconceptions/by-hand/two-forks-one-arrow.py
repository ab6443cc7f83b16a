# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# Only one of two equal arrows is counted.
#
# Two arrows lead from b to c, and two from a to b. Each brings its own share.

# %%
two_forks["b"] = 1
two_forks["a"] = 1
