# %% [markdown] exercise=["hw2-tanh/twice"]
# PyTorch does not forget the first call.
#
# PyTorch keeps the gradients in the leaves and adds the new ones on top; that is why there is
# zero_grad().

# %%
twice["a"] = 4
