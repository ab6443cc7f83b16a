# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient at the output is that of the squared loss.
#
# The loss has changed, and this is the one gradient that shows it. Differentiate `log(1 +
# e^o) - y o`.

# %%
batch_gradients["dJ_dO"] = "(O - Y) / n"
