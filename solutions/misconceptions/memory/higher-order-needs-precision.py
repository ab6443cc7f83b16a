# %% [markdown] exercise=["hw6-memory/card"]
# Second derivatives are not differences of numbers.
#
# Small differences are the problem of finite differences, where one divides a small difference by a
# small step. Backpropagation computes derivatives by rules, without differences.

# %%
card["higher_order"] = 'b'
