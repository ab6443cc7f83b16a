# %% [markdown] exercise=["hw6-memory/card"]
# Checkpointing does not make gradients more exact.
#
# Check 8a compared your gradients with those without a checkpoint. By how much did they differ?

# %%
card["checkpointing"] = 'c'
