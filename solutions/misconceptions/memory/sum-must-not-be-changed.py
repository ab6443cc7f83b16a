# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of a sum is not kept, so it may be changed.
#
# The derivative of x + 3 is 1, whatever x is. So is there anything to keep?

# %%
in_place["sum_changed"] = 'error'
