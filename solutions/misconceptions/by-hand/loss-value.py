# %% [markdown] exercise=["hw4-matmul/loss-by-hand"]
# This is the squared difference itself.
#
# That is the term of the loss. How much does it move when the entry of C moves?

# %%
loss_entries["dC_00"] = 16
loss_entries["dC_01"] = 9
