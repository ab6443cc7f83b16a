# %% [markdown] exercise=["hw2-tanh/twice"]
# The second call is thought to multiply.
#
# The second call adds what the first one has added.

# %%
twice["a"] = 16
