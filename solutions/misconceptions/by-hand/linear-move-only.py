# %% [markdown] exercise=["hw1-cosh/linear"]
# The move of the input is given instead of the move of the output.
#
# The output moves by the derivative times the move of the input.

# %%
linear["x_up"] = 0.01
