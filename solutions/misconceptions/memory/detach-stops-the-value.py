# %% [markdown] exercise=["hw6-memory/card"]
# Detaching does not stop the value.
#
# What is the result of `Detach` in check 6a? Are there zeros in it?

# %%
card["detach"] = 'a'
