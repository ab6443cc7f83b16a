# %% [markdown] exercise=["hw6-memory/card"]
# Detaching taken for freezing a parameter.
#
# An optimiser is told which parameters it may change, and `.detach()` does not tell it anything. Besides:
# what did backward of your `Detach` return for its input?

# %%
card["detach"] = 'b'
