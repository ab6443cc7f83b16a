# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The values are added up without weights.
#
# y is the sum of the values, each times its weight.

# %%
attention_by_hand["y"] = 16
