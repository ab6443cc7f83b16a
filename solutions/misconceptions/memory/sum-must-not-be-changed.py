# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of a sum taken for one that is kept.
#
# The derivative of x + 3 is 1, whatever x is. So is there anything to keep?

# %%
in_place["sum_changed"] = 'error'
