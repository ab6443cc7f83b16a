# %% [markdown] exercise=["hw5-mlp/devices"]
# Two devices in numbers.

# %%
devices = {
    "forward": 16384,
    "backward": "64*256",
    "gradients": "256 (784 + 10)",
    "busy": 0.5,
    "busy_4": "1 - 1/5",
}
