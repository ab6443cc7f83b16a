# %% [markdown] exercise=["hw5-mlp/memory"]
# Without training, everything is still kept.
#
# Nobody will ask for `Z` again once `H` is there. At most two of the values are needed at one
# time.

# %%
kept["inference"] = "n (2k + q)"
