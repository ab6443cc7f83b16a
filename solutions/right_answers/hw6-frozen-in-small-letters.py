# %% [markdown] exercise=["hw6-memory/frozen"]
# Frozen layers in small letters.

# %%
frozen = {"a": "w2", "b": "w1", "c": "Neither", "d": "BOTH"}
