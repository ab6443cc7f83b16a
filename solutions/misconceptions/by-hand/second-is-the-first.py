# %% [markdown] exercise=["hw5-mlp/second"]
# This is the first derivative.
#
# Differentiate `(o - y) h + λ W2` once more. What of it depends on `W2`?

# %%
second_derivatives["d2J_dW2dW2"] = "(o - y) h + lam W2"
