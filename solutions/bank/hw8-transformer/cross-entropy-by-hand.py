# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]

# %% [markdown] mistake="surprise-first-token"
# The first token is taken as the right one.
#
# The right token is the second, and its logit is z2. p is its probability, and the gradient of its logit is the
# only negative one.

# %%
surprise = {
    "loss": "-log(0.5)",
    "dz1": -0.5,
    "dz2": 0.3,
    "dz3": 0.2,
    "half": -0.25,
    "moved": "-log(0.5)",
}

# %% [markdown] mistake="surprise-inverse"
# The gradient of the probability is given.
#
# -1/p is the derivative with respect to p. It still has to go through the softmax to the logit.

# %%
surprise["dz2"] = "-1/0.3"

# %% [markdown] mistake="surprise-log-of-the-logit"
# The logarithm of the logit, or the logit itself.
#
# First softmax, then logarithm: the exponentials of the logits are 5, 3 and 2, and p is 3/10.

# %%
surprise["loss"] = "-log(3)"

# %% [markdown] mistake="surprise-mean-forgotten"
# The mean is forgotten.
#
# A mean of two rows moves by half as much as one of them.

# %%
surprise["half"] = 0.5

# %% [markdown] mistake="surprise-moved"
# Adding 1000 is assumed to change the loss.
#
# All exponentials get the same factor, in the numerator and in the denominator. It cancels.

# %%
surprise["moved"] = "-log(0.3) + 1000"

# %% [markdown] mistake="surprise-moved-to-zero"
# A loss of 0 would mean that the token is certain.
#
# All three logits are moved, so none gains on the others. And what is asked for is the loss, not its change.

# %%
surprise["moved"] = 0

# %% [markdown] mistake="surprise-no-minus"
# The minus of the loss is missing.
#
# A surprise is not negative: p is less than 1, so log p is negative, and -log p is not.

# %%
surprise["loss"] = "log(0.3)"
surprise["moved"] = "log(0.3)"

# %% [markdown] mistake="surprise-only-p"
# The right token is not subtracted.
#
# -z_t contributes -1 to the derivative with respect to the right logit.

# %%
surprise["dz2"] = 0.3

# %% [markdown] mistake="surprise-only-target"
# Only the right logit gets a gradient.
#
# The other logits are in the sum of the exponentials: raising them makes the right token less probable.

# %%
surprise["dz1"] = 0
surprise["dz3"] = 0
surprise["half"] = 0

# %% [markdown] mistake="surprise-probability"
# The probability is given instead of the loss.
#
# The loss is the surprise about it: -log p.

# %%
surprise["loss"] = "0.3"
surprise["moved"] = "0.3"

# %% [markdown] mistake="surprise-sign"
# y - p instead of p - y.
#
# If the right logit goes up, the loss goes down: its gradient is negative, and the others are positive.

# %%
surprise["dz1"] = -0.5
surprise["dz2"] = 0.7
surprise["dz3"] = -0.2
surprise["half"] = -0.25

# %% [markdown] right="hw8-by-hand-in-formulas"
# Cross-entropy by hand, in formulas.

# %%
surprise = {
    "loss": "log(10) - log(3)",
    "dz1": "5/10",
    "dz2": "3/10 - 1",
    "dz3": "2/(5+3+2)",
    "half": "1/2 * 1/2",
    "moved": "log(10/3)",
}
