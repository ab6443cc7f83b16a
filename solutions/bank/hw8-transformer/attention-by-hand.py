# %% [markdown] exercise=["hw8-transformer/attention-by-hand"]

# %% [markdown] mistake="attention-hand-diagonal"
# Only the diagonal of the softmax is counted.
#
# A weight takes from the other one: subtract the weighted mean, 12, from both gradients.

# %%
attention_by_hand["ds1"] = 1.5
attention_by_hand["ds2"] = 4.5

# %% [markdown] mistake="attention-hand-equal-weights"
# Both keys get the same weight.
#
# Their scores differ: log 3 and 0.

# %%
attention_by_hand["a1"] = 0.5
attention_by_hand["y"] = 8
attention_by_hand["dv1"] = 1

# %% [markdown] mistake="attention-hand-no-mean"
# The weighted mean is not subtracted.
#
# If both weights had the same gradient, the scores could not move anything, as the weights add up to 1.

# %%
attention_by_hand["ds1"] = 6
attention_by_hand["ds2"] = 6

# %% [markdown] mistake="attention-hand-no-scale"
# The scale is missing.
#
# The scores are divided by the root of h = 4: with log 3 instead of 2 log 3, the exponentials are 3 and 1.

# %%
attention_by_hand["a1"] = 0.9
attention_by_hand["y"] = 4.8

# %% [markdown] mistake="attention-hand-no-scale-back"
# The scale is missing on the way back.
#
# Each score is half of the product of query and key: a factor for both gradients.

# %%
attention_by_hand["dq1"] = -3
attention_by_hand["dk1"] = -3

# %% [markdown] mistake="attention-hand-no-softmax-back"
# The way back leaves out the softmax.
#
# 8 and 24 are the gradients of the weights. The scores come before the softmax.

# %%
attention_by_hand["ds1"] = 8
attention_by_hand["ds2"] = 24

# %% [markdown] mistake="attention-hand-no-upstream"
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

# %% [markdown] mistake="attention-hand-plain-mean"
# The plain mean is subtracted.
#
# The mean is the one with the weights: 3/4 of 8 and 1/4 of 24.

# %%
attention_by_hand["ds1"] = -6
attention_by_hand["ds2"] = 2

# %% [markdown] mistake="attention-hand-scale-by-h"
# The scores are divided by h instead of its root.
#
# The root of 4 is 2.

# %%
attention_by_hand["a1"] = "sqrt(3)/(1 + sqrt(3))"
attention_by_hand["dq1"] = -0.75
attention_by_hand["dk1"] = -0.75

# %% [markdown] mistake="attention-hand-scores-as-weights"
# The scores are used as the weights.
#
# log 3 and 0 do not add up to 1: the softmax makes weights of them.

# %%
attention_by_hand["a1"] = "log(3)"

# %% [markdown] mistake="attention-hand-sign"
# The gradient of this score has the sign of the other's.
#
# A higher first score gives more weight to the value 4 and less to 12, so y goes down: its gradient is
# negative.

# %%
attention_by_hand["ds1"] = 3
attention_by_hand["ds2"] = -3

# %% [markdown] mistake="attention-hand-sum-of-values"
# The values are added up without weights.
#
# y is the sum of the values, each times its weight.

# %%
attention_by_hand["y"] = 16

# %% [markdown] mistake="attention-hand-upstream-twice"
# Both scores' gradients are twice as large as they should be.
#
# Is the upstream gradient a factor in them twice? The gradients of the weights already have this factor.

# %%
attention_by_hand["ds1"] = -6
attention_by_hand["ds2"] = 6

# %% [markdown] mistake="attention-hand-weights-add-up"
# The second weight is assumed to fall when the first one rises.
#
# The softmax makes them add up to 1, and comes later on the way back. In y = a1 v1 + a2 v2, only a1 moves here.

# %%
attention_by_hand["da1"] = -16

# %% [markdown] mistake="attention-hand-weights-for-values"
# The gradient of the weight is given for the value, or the other way round.
#
# y = a1 v1 + a2 v2: in a product, the local gradient of each factor is the other one.

# %%
attention_by_hand["dv1"] = 8
attention_by_hand["da1"] = 1.5

# %% [markdown] right="hw8-attention-by-hand-in-formulas"
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
