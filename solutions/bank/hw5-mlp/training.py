# %% [markdown] exercise=["hw5-mlp/training"]

# %% [markdown] mistake="training-forgets-the-step"
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

# %% [markdown] mistake="training-one-minibatch-an-epoch"
# Each epoch takes a single step.
#
# There should be a step for each minibatch. Does the line with the step stand after the inner loop?
# There, only the last minibatch of each epoch is used.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(X)).tolist(), 32):
            gradients = gradients_of(X[numbers], Y[numbers], parameters)
        parameters = sgd_step(parameters, gradients, rate)
    return parameters

# %% [markdown] mistake="training-returns-in-the-loop"
# Training stops after the first minibatch.
#
# A `return` inside the loop ends the function in the first round.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(X)).tolist(), 32):
            return sgd_step(parameters, gradients_of(X[numbers], Y[numbers], parameters), rate)

# %% [markdown] mistake="training-on-half-of-the-examples"
# A written number of examples is used.
#
# An epoch is over when every example has been used once, however many there are.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(X)).tolist()[:1000], 32):
            parameters = sgd_step(parameters, gradients_of(X[numbers], Y[numbers], parameters), rate)
    return parameters

# %% [markdown] mistake="training-skips-the-last"
# The last, shorter minibatch is not used.
#
# What is left after the whole minibatches belongs to the epoch, too.

# %%
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        order = torch.randperm(len(X)).tolist()
        for i in range(len(X) // 32):
            numbers = order[32 * i : 32 * i + 32]
            parameters = sgd_step(parameters, gradients_of(X[numbers], Y[numbers], parameters), rate)
    return parameters
