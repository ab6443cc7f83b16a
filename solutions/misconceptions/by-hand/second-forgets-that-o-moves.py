# %% [markdown] exercise=["hw5-mlp/second"]
# The output is treated as a constant.
#
# $o = h W_2$ depends on $W_2$, so $(o - y) h$ does too.

# %%
second_derivatives["d2J_dW2dW2"] = "lam"
