# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The new parameters are not returned.
#
# Inside a function, `p = ...` gives a new value to the name `p` and changes no dictionary. Return
# a new one.

# %%
def sgd_step(parameters, gradients, rate):
    for n, p in parameters.items():
        p = p - rate * gradients[n]
