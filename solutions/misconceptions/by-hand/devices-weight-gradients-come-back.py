# %% [markdown] exercise=["hw5-mlp/devices"]
# The gradients of the weights come back.
#
# B keeps these, since the weights they belong to are on B. A needs the gradient of what it has
# sent.

# %%
devices["backward"] = "q k"
