# %% [markdown] exercise=["hw5-mlp/second"]
# One half of the product rule is missing: o moves as well.
#
# In `(o - y) h` both factors depend on `W1`, because `o = h W2`. For `u v` the derivative is `u'
# v + u v'`.

# %%
second_derivatives["d2J_dW1dW2"] = "(1 - h^2) x (o - y)"
