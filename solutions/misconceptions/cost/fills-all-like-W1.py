# %% [markdown] exercise=["hw7-cost/fills"]
# All weights leave more than one gradient.
#
# Every weight that is trained has a gradient of its own in the end.

# %%
fills["all_weights"] = "c"
