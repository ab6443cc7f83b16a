# %% [markdown] exercise=["hw6-memory/slopes"]

# %% [markdown] mistake="slope-as-value"
# The value of the sigmoid is given instead of its slope.
#
# Exp is its own derivative, but the sigmoid is not: for large z it is nearly 1 and nearly flat.

# %%
slopes["slope"] = 's'

# %% [markdown] mistake="slope-of-tanh"
# This is the slope of tanh.
#
# Try z = 0: there s is 0.5 and, from the plot, the slope 0.25.

# %%
slopes["slope"] = '1 - s^2'

# %% [markdown] mistake="steepest-half"
# This is the value of the sigmoid where it is steepest, not its slope.
#
# It is steepest at z = 0, and its value there is 1/2. The slope is s (1 - s) at this s.

# %%
slopes["steepest"] = '1/2'

# %% [markdown] mistake="steepest-one"
# This is the largest value of the sigmoid, not its largest slope.
#
# The value comes near to 1. The slope is the other curve in the plot: how high does that get?

# %%
slopes["steepest"] = 1

# %% [markdown] mistake="ten-layers-added"
# Ten local gradients are added.
#
# Shares of several paths are added. Along one path, local gradients are multiplied.

# %%
slopes["ten_layers"] = '10/4'

# %% [markdown] mistake="ten-layers-halved"
# Ten factors of 1/2 are multiplied.
#
# 1/2 is the value of the sigmoid at z = 0. Along the path its slope is multiplied, and that is never as large.

# %%
slopes["ten_layers"] = '(1/2)^10'

# %% [markdown] right="hw6-blanks-in-other-words"
# Saturation in decimals.

# %%
slopes = {"slope": "s - s**2", "steepest": 0.25, "ten_layers": 0.25**10}
