# %% [markdown] exercise=["hw6-memory/card"]
# Second derivatives do not need a second point.
#
# Comparing two points gives an approximation that is sometimes used. The table of section 7 counted
# what was kept at *one* point.

# %%
card["higher_order"] = 'c'
