# %% [markdown] exercise=["hw5-mlp/memory"]
# Memory in numbers.

# %%
kept = {
    "parameters": 203264,
    "training": 33408,
    "inference": 64 * 256 + 64 * 256,
    "total_training": 4 * 203264 + 33408,
    "total_inference": "203264 + 2*64*256",
    "deep_training": "64*(50*2*256) + 64*10",
    "deep_inference": "k n + n k",
}
