# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# Of a token that repeats, only the last share counts.
#
# Row 2 is used at the first and at the third place. It is a fork, and both shares add up.

# %%
lookup["row_2"] = 5
