# %% [markdown] exercise=["hw6-memory/in-place"]
# The kept result of exp taken for one that may be changed.
#
# The derivative of exp is its own result, so that is kept. Which tensor does `add_` write into?

# %%
in_place["exp_changed"] = 'fine'
