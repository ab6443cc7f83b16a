# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Plain numbers.

# %%
backward_pass = {"z": 1, "r": 0.5, "d": 1 / 6, "c": -1 / 6, "b": 0.5, "a": 1.5, "x": 4 / 3}
