# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]
# Only the diagonal of the Jacobian is counted.
#
# It has a row for each output and a column for each input, and in softmax none of its entries is
# zero.

# %%
softmax_by_hand["entries"] = 'q'
