# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Plain numbers.

# %%
backward_pass = {"z": 1, "e": 0.5, "d": 0.25, "c": -0.25, "b": 0.5, "a": 1.0, "x": 0.75}
