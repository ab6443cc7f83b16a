# %% [markdown] exercise=["hw6-memory/tradeoff"]
# There is a single checkpoint.
#
# It would run all layers again at once, and hold all of their results. In the plot that is the left
# end.

# %%
tradeoff["best"] = 1
