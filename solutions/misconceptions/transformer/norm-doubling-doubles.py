# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]
# The gradient is assumed to double with the input.
#
# It takes twice as much to move a row that is twice as large: the gradient is divided by s.

# %%
norm_by_hand["double"] = 3.5
