# %% [markdown] exercise=["hw6-memory/slopes"]
# One factor of the slope left out.
#
# For very negative z the sigmoid is nearly 0 and flat, and 1 - s is nearly 1 there.

# %%
slopes["slope"] = '1 - s'
