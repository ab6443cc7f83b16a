# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The plain mean is subtracted.
#
# The mean is the one with the weights: 3/4 of 8 and 1/4 of 16.

# %%
attention_by_hand["ds1"] = -3
attention_by_hand["ds2"] = 1
