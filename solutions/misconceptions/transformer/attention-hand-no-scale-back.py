# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The scale is missing on the way back.
#
# Each score is half of the product of query and key: a factor for both gradients.

# %%
attention_by_hand["dq1"] = -3
attention_by_hand["dk1"] = -3
