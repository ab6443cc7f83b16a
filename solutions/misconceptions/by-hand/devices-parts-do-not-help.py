# %% [markdown] exercise=["hw5-mlp/devices"]
# Four parts are counted as no better than one.
#
# With parts, A goes on with the next one while B works on the last: in most time slots both have
# something to do.

# %%
devices["busy_4"] = "1/2"
