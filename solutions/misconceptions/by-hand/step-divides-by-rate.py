# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The gradient is divided by the rate.
#
# Then a smaller rate would make larger steps.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - gradients[n] / rate for n, p in parameters.items()}
