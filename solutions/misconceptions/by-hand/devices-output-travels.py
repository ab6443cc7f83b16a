# %% [markdown] exercise=["hw5-mlp/devices"]
# The output travels instead of H.
#
# B computes `O` itself. What A has at the cut is `H`.

# %%
devices["forward"] = "n q"
