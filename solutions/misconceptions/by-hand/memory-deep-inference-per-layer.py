# %% [markdown] exercise=["hw5-mlp/memory"]
# Without training, the deep network needs two values for each layer.
#
# Two at a time are enough, however many layers there are, for what was there before can go.

# %%
memory["deep_inference"] = "50 * 2 n k"
