# %% [markdown] exercise=["hw8-transformer/sizes"]
# Only half of the diagonal is counted.
#
# Half of T^2 is a triangle with half of its diagonal. A query looks at its own key, too: 1 + 2 + ... + T.

# %%
sizes["weights"] = "T^2 / 2"
