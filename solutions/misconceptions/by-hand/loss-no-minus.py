# %% [markdown] exercise=["hw4-matmul/loss-by-hand"]
# The minus sign before C is lost.
#
# When an entry of C goes up, the difference goes down by as much.

# %%
loss_entries["dC_00"] = -8
loss_entries["dC_01"] = 6
