# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]
# Inputs and outputs added.
#
# There is an entry for each *pair* of an output and an input. With 3 of each, how many pairs?

# %%
softmax_by_hand["jacobian"] = '2 m'
