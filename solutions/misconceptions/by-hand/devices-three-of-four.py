# %% [markdown] exercise=["hw5-mlp/devices"]
# One time slot too few is counted.
#
# There are as many slots as parts, and one more in which B finishes: five slots, and each device is
# busy in four of them.

# %%
devices["busy_4"] = "3/4"
