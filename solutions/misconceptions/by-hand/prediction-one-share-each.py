# %% [markdown] exercise=["hw2-tanh/prediction"]
# One share is counted for each addition.
#
# Every share that arrives at a node is sent on along both arrows. Draw the first two additions, and
# count the paths from the output to the leaf.

# %%
prediction["shares"] = 10
