# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The old result of the sigmoid is used.
#
# `self.output()` reads what is in `self.result` now. The change was made in place, so the old value
# no longer exists anywhere.

# %%
in_place_numbers["changed"] = 0.25
