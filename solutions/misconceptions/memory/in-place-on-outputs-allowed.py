# %% [markdown] exercise=["hw6-memory/in-place"]
# A kept output is changed.
#
# Look up what the first operation keeps. The second one writes into just that tensor.

# %%
in_place["exp_changed"] = 'fine'
in_place["relu_after_sigmoid"] = 'fine'
