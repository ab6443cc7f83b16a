# %% [markdown] exercise=["hw6-memory/slopes"]
# Saturation in decimals.

# %%
slopes = {"slope": "s - s**2", "steepest": 0.25, "ten_layers": 0.25**10}
