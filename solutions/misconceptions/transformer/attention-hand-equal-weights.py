# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# Both keys get the same weight.
#
# Their scores differ: log 3 and 0.

# %%
attention_by_hand["a1"] = 0.5
attention_by_hand["y"] = 8
attention_by_hand["dv1"] = 1
