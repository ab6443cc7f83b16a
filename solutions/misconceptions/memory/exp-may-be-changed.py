# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of exp must not be changed, because it is kept.
#
# The derivative of exp is its own result, so the result is kept. Which tensor does `add_` write
# into?

# %%
in_place["exp_changed"] = 'fine'
