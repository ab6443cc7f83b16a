# %% [markdown] exercise=["hw6-memory/card"]
# The gradients of two passes are added.
#
# That would give twice the gradient, as happens in PyTorch if you call `backward` twice and forget
# to set the gradients to zero. A second derivative is something else.

# %%
card["higher_order"] = 'd'
