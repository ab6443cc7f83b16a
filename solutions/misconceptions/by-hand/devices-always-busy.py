# %% [markdown] exercise=["hw5-mlp/devices"]
# Both devices are counted as always busy.
#
# B cannot begin before A is done, and while B works, A has nothing to do.

# %%
devices["busy"] = 1
devices["busy_4"] = 1
