# %% [markdown] exercise=["hw7-cost/memory"]
# Only the end is counted.
#
# The loss is a single number. But what was there a moment before, while a layer in the middle was
# computed?

# %%
space["M_run"] = "1"
