# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient with respect to L is a value.
#
# Move `L` by a little: by how much does `J = L + s` move? No value of the forward pass has a say
# in that.

# %%
gradients["dJ_dL"] = "L"
