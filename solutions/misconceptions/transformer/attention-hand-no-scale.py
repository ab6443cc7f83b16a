# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The scale is missing.
#
# The scores are divided by the root of h = 4: with log 3 instead of 2 log 3, the exponentials are 3 and 1.

# %%
attention_by_hand["a1"] = 0.9
attention_by_hand["y"] = 4.8
