# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The trade-off in powers.

# %%
tradeoff = {"kept": "(k**2 + n)/k", "extra": "k * (n/k)", "best": "n**0.5", "least": "2 n^(1/2)"}
