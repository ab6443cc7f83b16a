# %% [markdown] exercise=["hw1-cosh/linear"]
# The two effects are multiplied.
#
# When both inputs move, their effects on the output add up.

# %%
linear["both_up"] = "-0.06 * 0.02"
