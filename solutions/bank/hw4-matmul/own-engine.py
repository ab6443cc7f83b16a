# %% [markdown] exercise=["hw4-matmul/own-engine"]

# %% [markdown] mistake="own-engine-gradient-in-the-end"
# The gradient at the end is given instead of the one at that moment.
#
# A share that arrives later does not count yet. Which shares has your engine brought to this node before that call?

# %%
own_engine["third"] = 8
