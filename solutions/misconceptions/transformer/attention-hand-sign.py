# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The signs of both scores' gradients are swapped.
#
# A higher first score gives more weight to the value 4 and less to 12, so y goes down: its gradient is
# negative.

# %%
attention_by_hand["ds1"] = 3
attention_by_hand["ds2"] = -3
