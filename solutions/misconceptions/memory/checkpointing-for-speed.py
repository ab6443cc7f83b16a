# %% [markdown] exercise=["hw6-memory/card"]
# Checkpointing does not save time.
#
# Your node ran its layers forward twice. Can that be faster than once?

# %%
card["checkpointing"] = 'a'
