# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The values inside the checkpoint are left out.
#
# When a checkpoint goes backward it runs its layers again, and this time all their results stay
# until it is done.

# %%
tradeoff["kept"] = 'c'
