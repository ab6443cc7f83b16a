# %% [markdown] exercise=["hw2-tanh/order"]
# One branch is followed to its end before the other begins.
#
# On the way down from s you pass q, but q is still waiting for its share from t.

# %%
order = ["z", "s", "m", "q", "n", "r", "t", "p", "x"]
