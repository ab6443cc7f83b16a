# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The step goes uphill.
#
# The gradient points to where `J` grows. To make it smaller, go the other way.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p + rate * gradients[n] for n, p in parameters.items()}
