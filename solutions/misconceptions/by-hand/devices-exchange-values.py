# %% [markdown] exercise=["hw5-mlp/devices"]
# Activations are exchanged.
#
# With the batch divided, the examples of one device have nothing to do with those of the other.
# What do both have to agree on after each step?

# %%
devices["gradients"] = "n k"
