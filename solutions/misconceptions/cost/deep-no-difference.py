# %% [markdown] exercise=["hw7-cost/deep"]
# The steps are counted as if each were made once.
#
# In `all_alone`, how many steps does the last gradient in the loop take, and the one before it? Add
# them all up.

# %%
deep["all_alone"] = "m d^2"
