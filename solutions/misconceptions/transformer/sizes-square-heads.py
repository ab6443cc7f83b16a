# %% [markdown] exercise=["hw8-transformer/sizes"]
# The matrices of attention are counted as d by d.
#
# The head has width h, so they have d rows and h columns, and W_o the other way round.

# %%
sizes["parameters"] = "4 d^2 + 2 d k + k"
