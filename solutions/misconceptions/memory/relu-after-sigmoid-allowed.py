# %% [markdown] exercise=["hw6-memory/in-place"]
# The kept result of sigmoid taken for one that may be changed.
#
# `relu_` writes into the tensor it is called on. That is the output of sigmoid, and sigmoid has kept it.
# (Here even the numbers stay the same. PyTorch counts changes, and does not look at numbers.)

# %%
in_place["relu_after_sigmoid"] = 'fine'
