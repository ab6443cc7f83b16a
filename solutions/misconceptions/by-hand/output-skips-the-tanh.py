# %% [markdown] exercise=["hw5-mlp/network"]
# The output layer reads z instead of h.
#
# Then the tanh is computed but not used. Follow the arrows in the picture: which value leads into
# the second product?

# %%
network["o"] = "z @ W2"
