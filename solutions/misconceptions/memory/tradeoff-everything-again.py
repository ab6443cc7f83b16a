# %% [markdown] exercise=["hw6-memory/tradeoff"]
# All layers are computed again at the same time.
#
# Only one checkpoint at a time runs its layers again, and it holds only its part of them.

# %%
tradeoff["kept"] = 'm + c'
