# %% [markdown] exercise=["hw8-transformer/sizes"]
# Only the triangle is counted as kept.
#
# A is kept as a matrix, with its zeros. To keep only the triangle, one would have to store it in another way.

# %%
sizes["kept"] = "3 T h + T (T + 1) / 2"
