# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The shares of a repeated token are averaged.
#
# At a fork, gradients add up.

# %%
lookup["row_2"] = 3
