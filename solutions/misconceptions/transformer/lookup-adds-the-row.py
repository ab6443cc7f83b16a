# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The two entries of a row are added up.
#
# The gradient has the shape of the table: each entry has its own.

# %%
lookup["row_0"] = 7
lookup["row_2"] = 15
