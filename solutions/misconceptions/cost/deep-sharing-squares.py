# %% [markdown] exercise=["hw7-cost/deep"]
# The shared way is counted with a loop in a loop.
#
# In `all_shared` each step starts from where the last one ended.

# %%
deep["all_shared"] = "m^2 d^2"
