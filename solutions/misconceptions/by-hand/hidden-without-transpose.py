# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of h uses W2 without transposing it.
#
# Forward, `W2` leads from hidden units to outputs; backward, from outputs to hidden units. Write
# down the shapes: which side of `W2` has to face the gradient of `o`?

# %%
gradients["dJ_dh"] = "dJ_do @ W2"
