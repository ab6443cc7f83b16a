# %% [markdown] exercise=["hw5-mlp/second"]
# The number of parameters is doubled.
#
# Each of the $P$ entries of the gradient is differentiated with respect to each of the $P$
# parameters.

# %%
second["entries"] = "2 P"
