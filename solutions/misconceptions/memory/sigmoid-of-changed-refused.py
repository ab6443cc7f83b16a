# %% [markdown] exercise=["hw6-memory/in-place"]
# The input of sigmoid is not kept, so it may be changed.
#
# Does backward of sigmoid need the input, or is the output enough? You have shown it yourself in
# exercise 2.

# %%
in_place["sigmoid_of_changed"] = 'error'
