# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The value of the box is given instead of its gradient.
#
# The forward pass gives values. Here the question is how much z moves when the box moves.

# %%
backward_pass["b"] = 3
