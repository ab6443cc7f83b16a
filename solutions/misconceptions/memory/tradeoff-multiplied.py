# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Every layer is counted.
#
# Only one checkpoint at a time holds the results of its layers. The others hold their inputs.

# %%
tradeoff["kept"] = 'm'
