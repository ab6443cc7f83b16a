# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Only one checkpoint is counted as running again.
#
# Each of the c checkpoints runs its m/c layers once more when its turn comes.

# %%
tradeoff["extra"] = 'm/c'
