# %% [markdown] exercise=["hw6-memory/baseline"]
# A sign is lost.
#
# There is a minus before the bracket in J, and another one in the log-probability.

# %%
baseline["through"] = 0.5
baseline["detached"] = -1
