# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The change of the result added to the gradient.
#
# Nobody has added anything to the gradient. Backward computes s (1 - s) with the s that it finds: 1.5.

# %%
in_place_numbers["changed"] = 1.25
