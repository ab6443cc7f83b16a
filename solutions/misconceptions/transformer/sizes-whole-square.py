# %% [markdown] exercise=["hw8-transformer/sizes"]
# Masked weights are counted.
#
# Query i, counting from 0, looks at i + 1 keys. Together that is a triangle with its diagonal, not the
# square.

# %%
sizes["weights"] = "T^2"
