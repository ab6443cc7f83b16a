# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the logistic loss forgets the label.
#
# Each term is `log(1 + e^o) - y o`, and its second part moves with `o` as well.

# %%
batch_gradients["dJ_dO"] = "sigmoid(O) / n"
