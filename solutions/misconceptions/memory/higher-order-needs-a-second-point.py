# %% [markdown] exercise=["hw6-memory/card"]
# Second derivatives taken for a comparison of two points.
#
# That gives an approximation, which is used sometimes. The table of section 7 has counted what was kept at
# *one* point.

# %%
card["higher_order"] = 'c'
