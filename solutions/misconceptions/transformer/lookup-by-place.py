# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The rows of the gradient stay at their places.
#
# Row i of the gradient belongs to the token at place i of the text, which is not token i: the tokens are 2,
# 0, 2.

# %%
lookup["row_0"] = 1
lookup["row_1"] = 3
lookup["row_2"] = 5
