# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient at the output is twice as large.
#
# The square brings a 2, and the half in front of it takes it away again. For `o - y = 3`, `L` is
# 4.5; compute it for 3.01 as well, and compare.

# %%
gradients["dJ_do"] = "2 * (o - y)"
