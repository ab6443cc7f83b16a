# %% [markdown] exercise=["hw5-mlp/second"]
# The entries of the gradient are counted.
#
# The gradient has one entry for each parameter. Each of these, in turn, has a derivative with
# respect to each parameter.

# %%
second_derivatives["entries"] = "P"
