# %% [markdown] exercise=["hw6-memory/card"]
# Checkpointing does not make gradients more exact.
#
# Check 8a compares the gradients with those without a checkpoint. By how much may they differ?

# %%
card["checkpointing"] = 'c'
