# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The trade-off in powers.

# %%
tradeoff = {"kept": "(c**2 + m)/c", "extra": "c * (m/c)", "best": "m**0.5", "least": "2 m^(1/2)"}
