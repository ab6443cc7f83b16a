# %% [markdown] exercise=["hw6-memory/in-place"]
# A change in place that does no harm.
#
# PyTorch refuses only if the tensor that is changed has been kept. Which tensor is changed here, and what
# does the operation before it keep, according to the table?

# %%
in_place["sin_changed"] = 'error'
in_place["sum_changed"] = 'error'
in_place["relu_after_product"] = 'error'
in_place["sigmoid_of_changed"] = 'error'
