# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Only one checkpoint runs again.
#
# Each of the k checkpoints runs its n/k layers once more when its turn comes.

# %%
tradeoff["extra"] = 'm/c'
