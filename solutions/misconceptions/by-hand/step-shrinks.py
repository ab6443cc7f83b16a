# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The parameters are scaled by the gradient.
#
# A step is a difference: old value, minus rate times gradient. A parameter that is 0 could
# otherwise never move.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p * (1 - rate * gradients[n]) for n, p in parameters.items()}
