# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# Only one parameter has moved.
#
# A `return` inside the loop ends the function in the first round. All parameters belong in one
# dictionary.

# %%
def sgd_step(parameters, gradients, rate):
    for n, p in parameters.items():
        return {n: p - rate * gradients[n]}
