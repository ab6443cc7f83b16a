# %% [markdown] exercise=["hw5-mlp/network"]
# The penalty adds up the weights instead of their squares.
#
# In a sum of entries, positive and negative weights cancel, so huge weights could cost nothing.
# What do the entries 3 and `-3` cost?

# %%
network["s"] = "lam * Mean(Sum(W1), Sum(W2))"
