# %% [markdown] exercise=["hw6-memory/tradeoff"]
# All layers computed again at the same time.
#
# Only one checkpoint at a time runs its layers again, and it holds one k-th of them.

# %%
tradeoff["kept"] = 'm + c'
