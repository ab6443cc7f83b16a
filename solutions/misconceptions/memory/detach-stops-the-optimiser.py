# %% [markdown] exercise=["hw6-memory/card"]
# Detaching is not freezing a parameter.
#
# An optimiser is told which parameters it may change, and `.detach()` tells it nothing. And what
# does backward of `Detach` return for its input?

# %%
card["detach"] = 'b'
