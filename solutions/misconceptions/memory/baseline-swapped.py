# %% [markdown] exercise=["hw6-memory/baseline"]
# The two cases are swapped.
#
# Detached means that v is a mere number: only the log-probability depends on w then.

# %%
baseline["through"] = 1
baseline["detached"] = '-1/2'
