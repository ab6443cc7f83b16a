# %% [markdown] exercise=["hw2-tanh/wrong-engines"]
# The tests have no node that is used twice, and one call each.
#
# What does an engine that overwrites instead of adding leave on your graphs? The right gradients,
# if no node gets more than one share. And what does an engine that forgets nothing do wrong before
# it is called again?

# %%
engine_tests = {"first": ("exp(-(a * b))", 2.5)}
