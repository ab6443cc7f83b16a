# %% [markdown] exercise=["hw6-memory/second"]
# Memory taken to grow like the square.
#
# There are as many second derivatives as pairs of inputs, but what is kept here are the values of one more
# pass. Compare the lines for 10 and 100 layers.

# %%
second["values"] = 'n^2'
