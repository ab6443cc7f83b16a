# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# Only the sign of the gradient is used.
#
# A steep place wants a larger step than a flat one: the gradient itself is the factor.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - rate * gradients[n].sign() for n, p in parameters.items()}
