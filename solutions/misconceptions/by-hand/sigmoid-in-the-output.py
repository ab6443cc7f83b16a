# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The sigmoid is applied in the output layer too.
#
# The logistic loss contains the sigmoid already. The output `o` is any number, and its sign says
# yes or no.

# %%
batch_network["O"] = "sigmoid(H @ W2)"
