# %% [markdown] exercise=["hw6-memory/card"]
# Detaching does not stop the forward pass.
#
# In the networks of exercise 6b everything was computed to the end. The forward pass does not
# notice a cut.

# %%
card["detach"] = 'd'
