# %% [markdown] exercise=["hw6-memory/slopes"]
# This is the slope of tanh.
#
# Try z = 0: there s is 0.5 and, from the plot, the slope 0.25.

# %%
slopes["slope"] = '1 - s^2'
