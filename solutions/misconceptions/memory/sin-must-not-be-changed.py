# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of sin is not kept, so it may be changed.
#
# The derivative of sin is cos of the *input*, so the input is kept. Which tensor does `add_` write
# into?

# %%
in_place["sin_changed"] = 'error'
