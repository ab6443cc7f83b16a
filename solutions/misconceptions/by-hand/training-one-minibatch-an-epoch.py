# %% [markdown] exercise=["hw5-mlp/training"]
# Each epoch makes a single step.
#
# The line with the step stands after the inner loop, so only the last minibatch of each epoch is
# used.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(X)).tolist(), 32):
            gradients = gradients_of(X[numbers], Y[numbers], parameters)
        parameters = sgd_step(parameters, gradients, rate)
    return parameters
