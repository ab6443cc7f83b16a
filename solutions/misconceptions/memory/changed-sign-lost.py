# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# A sign is lost in 1 - s.
#
# s is 1.5 now, so what is 1 - s?

# %%
in_place_numbers["changed"] = 0.75
