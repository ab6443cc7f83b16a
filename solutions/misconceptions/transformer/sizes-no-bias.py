# %% [markdown] exercise=["hw8-transformer/sizes"]
# The bias is not counted.
#
# It is a row of k numbers, and it is learnt like the others.

# %%
sizes["parameters"] = "4 d h + 2 d k"
