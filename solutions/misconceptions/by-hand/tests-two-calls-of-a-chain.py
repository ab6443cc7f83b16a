# %% [markdown] exercise=["hw2-tanh/wrong-engines"]
# The tests have no node that is used twice.
#
# What does an engine that overwrites instead of adding leave on your graphs? If only one share
# arrives, there is nothing to add. Use a node twice.

# %%
engine_tests = {
    "first": ("exp(-(a * b))", 2.5, -1.5),
    "second": ("(a + b) * c", -2, 0.5),
}
