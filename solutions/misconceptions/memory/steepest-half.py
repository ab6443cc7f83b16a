# %% [markdown] exercise=["hw6-memory/slopes"]
# This is the value of the sigmoid where it is steepest, not its slope.
#
# It is steepest at z = 0, and its value there is 1/2. The slope is s (1 - s) at this s.

# %%
slopes["steepest"] = '1/2'
