# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of sigmoid must not be changed, because it is kept.
#
# `relu_` writes into the tensor it is called on. That is the output of sigmoid, and sigmoid has
# kept it. (Here even the numbers stay the same. PyTorch counts changes; it does not look at the
# numbers.)

# %%
in_place["relu_after_sigmoid"] = 'fine'
