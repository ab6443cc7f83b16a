# %% [markdown] exercise=["hw5-mlp/memory"]
# Memory in numbers.

# %%
kept = {
    "parameters": 203264,
    "training": 33408,
    "inference": 64 * 256 + 64 * 256,
    "deep_training": "64*(50*2*256) + 64*10",
    "deep_inference": "k n + n k",
}
