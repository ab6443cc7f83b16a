# %% [markdown] exercise=["hw6-memory/card"]
# Checkpointing taken for a way to save time.
#
# Your node has run its layers forward twice. Can that be faster than once?

# %%
card["checkpointing"] = 'a'
