# %% [markdown] exercise=["hw6-memory/card"]
# Detaching does not stop the value.
#
# What was the result of your `Detach` in check 6a? Were there zeros in it?

# %%
card["detach"] = 'a'
