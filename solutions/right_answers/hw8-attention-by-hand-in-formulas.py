# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]
# Attention by hand, in formulas.

# %%
attention_by_hand = {
    "a1": "exp(log 3) / (exp(log 3) + exp(0))",
    "y": "3/4 * 4 + 1/4 * 12",
    "dv1": "2 * 3/4",
    "da1": "2 * 4",
    "ds1": "3/4 (8 - 12)",
    "ds2": "1/4 * (24 - 12)",
    "dq1": "-3 * 1/2 + 3 * 0/2",
    "dk1": "-3 * 1 / sqrt(4)",
}
