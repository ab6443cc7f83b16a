# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The gradient is 1 everywhere.
#
# Only the output has it: move z by h, and z moves by h. For every other box, ask how far z moves.

# %%
backward_pass["r"] = 1
backward_pass["b"] = 1
