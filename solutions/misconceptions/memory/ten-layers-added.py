# %% [markdown] exercise=["hw6-memory/slopes"]
# Ten local gradients are added.
#
# Shares of several paths are added. Along one path, local gradients are multiplied.

# %%
slopes["ten_layers"] = '10/4'
