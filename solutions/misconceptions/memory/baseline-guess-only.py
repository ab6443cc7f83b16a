# %% [markdown] exercise=["hw6-memory/baseline"]
# Only the baseline v is differentiated.
#
# J is a product, and both factors depend on w. The share by way of the log-probability is missing.

# %%
baseline["through"] = '-3/2'
