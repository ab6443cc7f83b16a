# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The second weight is taken to fall when the first one rises.
#
# The weights add up to 1 because of the softmax, and that comes later on the way back. For the gradient of
# a1, only a1 moves in y = a1 v1 + a2 v2, and a2 stays as it is.

# %%
attention_by_hand["da1"] = -16
