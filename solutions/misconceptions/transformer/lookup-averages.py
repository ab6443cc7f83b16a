# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The shares of a token that repeats are averaged.
#
# At a fork, gradients add up.

# %%
lookup["row_2"] = 3
