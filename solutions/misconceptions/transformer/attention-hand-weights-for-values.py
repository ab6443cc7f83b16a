# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The gradient of the weight is given for the value, and the other way round.
#
# y = a1 v1 + a2 v2: in a product, the local gradient of each factor is the other one.

# %%
attention_by_hand["dv1"] = 8
attention_by_hand["da1"] = 1.5
