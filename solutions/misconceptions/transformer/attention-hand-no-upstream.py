# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The upstream gradient is forgotten.
#
# The upstream gradient is 2: whatever moves y moves the loss by twice as much.

# %%
attention_by_hand["dv1"] = 0.75
attention_by_hand["da1"] = 4
attention_by_hand["ds1"] = -1.5
attention_by_hand["ds2"] = 1.5
attention_by_hand["dq1"] = -0.75
attention_by_hand["dk1"] = -0.75
