# %% [markdown] exercise=["hw5-mlp/devices"]
# One time slot too few is counted.
#
# There are as many slots as parts, and one more for B to finish: five slots, of which each device
# works in four.

# %%
devices["busy_4"] = "3/4"
