# %% [markdown] exercise=["hw6-memory/second"]
# Second derivatives, multiplied out.

# %%
curvature = {"values": "m + m", "sigmoid": "s - 3s^2 + 2s^3", "relu": 0.0}
