# %% [markdown] exercise=["hw2-tanh/wrong-engines"]
# Every test has a single call.
#
# On a new graph there is nothing to forget, so an engine that never forgets is right. When would
# its mistake show?

# %%
engine_tests = {
    "first": ("p = a * b; q = p + p; exp(q) * p - q * c", -2.5),
    "second": ("p = exp(a); q = p * b + p; r = q * q - p; r * q + a", 1.5),
}
