# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The step is returned instead of the new parameters.
#
# It has to be added to where the parameters were.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: -rate * gradients[n] for n in parameters}
