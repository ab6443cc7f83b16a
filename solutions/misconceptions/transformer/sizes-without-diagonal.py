# %% [markdown] exercise=["hw8-transformer/sizes"]
# The diagonal is not counted.
#
# A query may look at its own key. For T = 1 there is one weight, not none.

# %%
sizes["weights"] = "T (T - 1) / 2"
