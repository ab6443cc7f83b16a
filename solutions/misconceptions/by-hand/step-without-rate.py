# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# The step forgets the learning rate.
#
# A whole gradient is usually much too long a step. With the rate 0.1, a parameter 3 and a gradient
# 10 the step is 1.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - gradients[n] for n, p in parameters.items()}
