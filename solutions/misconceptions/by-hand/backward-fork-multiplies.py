# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The two branches are multiplied.
#
# Along a path, gradients are multiplied; at a fork, they are added.

# %%
backward_pass["x"] = "-1/6 * 3/2"
backward_pass["c"] = "1/6 * 1/2"
