# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The sigmoid is thought to remember its old result.
#
# `self.output()` reads what is in `self.result` now. The change was made in place, so the old value is
# nowhere any more.

# %%
in_place_numbers["changed"] = 0.25
