# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The second weight is assumed to fall when the first one rises.
#
# The softmax makes them add up to 1, and comes later on the way back. In y = a1 v1 + a2 v2, only a1 moves here.

# %%
attention_by_hand["da1"] = -16
