# %% [markdown] exercise=["hw6-memory/card"]
# Checkpointing taken for a way to get exact gradients.
#
# Check 8a has compared your gradients with those without a checkpoint. By how much did they differ?

# %%
card["checkpointing"] = 'c'
