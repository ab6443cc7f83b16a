# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# A step that changes the parameters in place and returns them.

# %%
def sgd_step(parameters, gradients, rate):
    for name in parameters:
        parameters[name] -= rate * gradients[name]
    return parameters
