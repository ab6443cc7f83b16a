# %% [markdown] exercise=["hw4-matmul/loss-by-hand"]
# This is AB - C itself.
#
# That is how far each entry is off. Next: how far does its square move when the entry of C moves?
# Two factors are missing.

# %%
loss_entries["dC_00"] = "1 - 5"
loss_entries["dC_01"] = 3
