# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# The weighted mean is not subtracted.
#
# If both weights had the same gradient, the scores could not move anything, as the weights add up to 1.

# %%
attention_by_hand["ds1"] = 6
attention_by_hand["ds2"] = 6
