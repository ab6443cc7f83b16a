# %% [markdown] exercise=["hw6-memory/card"]
# Second derivatives taken for differences of numbers.
#
# That is a problem of finite differences, where one divides a small difference by a small step.
# Backpropagation computes derivatives by rules, and no differences are in it.

# %%
card["higher_order"] = 'b'
