# %% [markdown] exercise=["hw5-mlp/devices"]
# Only one example travels.
#
# The whole batch has to cross, with a row of `H` for each example.

# %%
devices["forward"] = "k"
devices["backward"] = "k"
