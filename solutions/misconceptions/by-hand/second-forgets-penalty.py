# %% [markdown] exercise=["hw5-mlp/second"]
# The penalty is missing in the second derivative.
#
# The first derivative has the term `λ W2`. It moves with `W2`.

# %%
second_derivatives["d2J_dW2dW2"] = "h^2"
