# %% [markdown] exercise=["hw2-tanh/wrong-engines"]

# %% [markdown] mistake="tests-one-call"
# Every test has a single call.
#
# On a new graph there is nothing to forget, so an engine that never forgets is right. When would
# its mistake show?

# %%
engine_tests = {
    "first": ("p = a * b; q = p + p; exp(q) * p - q * c", -2.5),
    "second": ("p = exp(a); q = p * b + p; r = q * q - p; r * q + a", 1.5),
}

# %% [markdown] mistake="tests-one-chain"
# The tests have no node that is used twice, and one call each.
#
# What does an engine that overwrites instead of adding leave on your graphs? The right gradients,
# if no node gets more than one share. And what does an engine that forgets nothing do wrong before
# it is called again?

# %%
engine_tests = {"first": ("exp(-(a * b))", 2.5)}

# %% [markdown] mistake="tests-two-calls-of-a-chain"
# The tests have no node that is used twice.
#
# What does an engine that overwrites instead of adding leave on your graphs? If only one share
# arrives, there is nothing to add. Use a node twice.

# %%
engine_tests = {
    "first": ("exp(-(a * b))", 2.5, -1.5),
    "second": ("(a + b) * c", -2, 0.5),
}

# %% [markdown] right="hw2-tests-of-engines"
# Other tests that catch all engines, with the entries of the dictionary as lists.

# %%
engine_tests = {
    "first": ["p = a * b; q = p + p; exp(q) * p - q * c", -2.5, 1.5],
    "second": ["p = exp(b); (p p) exp(-p) + c + c", 1],
    "third": ["p = e^a; q = p b + p; r = q^2 - p; r q + a", 1.5, -0.7],
}
