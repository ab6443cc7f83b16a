# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The scores are used as the weights.
#
# log 3 and 0 do not add up to 1: the softmax makes weights of them.

# %%
attention_by_hand["a1"] = "log(3)"
