# %% [markdown] exercise=["hw5-mlp/devices"]
# The weights travel.
#
# Each device holds its own weights. What crosses the cut is what B needs for its next step.

# %%
devices["forward"] = "q k"
