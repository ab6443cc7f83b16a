# %% [markdown] exercise=["hw5-mlp/training"]
# The step is computed but not kept.
#
# `sgd_step` returns new parameters. They have to take the place of the old ones, or every step
# starts from the same place.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(X)).tolist(), 32):
            sgd_step(parameters, gradients_of(X[numbers], Y[numbers], parameters), rate)
    return parameters
