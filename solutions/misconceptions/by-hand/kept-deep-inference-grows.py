# %% [markdown] exercise=["hw5-mlp/memory"]
# Without training, the deep network keeps all its layers.
#
# As soon as a layer is done, the one before it can go. So are there ever more than two values at
# one time?

# %%
kept["deep_inference"] = "n (100 k + q)"
