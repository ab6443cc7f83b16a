# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient with respect to s is lambda.
#
# Lambda is inside `s`, and appears when `s` is differentiated. Here the question is only by how
# much `J = L + s` moves with `s`.

# %%
gradients["dJ_ds"] = "lam"
