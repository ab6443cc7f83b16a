# %% [markdown] exercise=["hw2-tanh/own-engine"]
# The output counts as a node with nothing to forget.
#
# The output holds a gradient from the previous call, too. Does your engine treat it differently
# from the other nodes?

# %%
own_engine["third"] = 8
