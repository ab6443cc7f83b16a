# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The scores are divided by h instead of its root.
#
# The root of 4 is 2.

# %%
attention_by_hand["a1"] = "sqrt(3)/(1 + sqrt(3))"
attention_by_hand["dq1"] = -0.75
attention_by_hand["dk1"] = -0.75
