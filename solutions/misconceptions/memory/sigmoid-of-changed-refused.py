# %% [markdown] exercise=["hw6-memory/in-place"]
# The input of sigmoid is not kept, so it may be changed.
#
# Does backward of sigmoid need the input, or is the output enough? Exercise 2 answers it.

# %%
in_place["sigmoid_of_changed"] = 'error'
