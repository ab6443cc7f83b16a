# %% [markdown] exercise=["hw8-transformer/sizes"]
# The diagonal is counted by half.
#
# Half of T^2 is a triangle with half of its diagonal. A query looks at its own key, too: 1 + 2 + ... + T.

# %%
sizes["weights"] = "T^2 / 2"
