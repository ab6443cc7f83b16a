# %% [markdown] exercise=["hw5-mlp/training"]
# Each epoch makes a single step.
#
# The line with the step stands after the inner loop, so only the last minibatch of each epoch is
# used.

# %%
def train(parameters, epochs):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(train_x)).tolist(), 32):
            data = {"X": train_x[numbers], "Y": train_y[numbers], "lam": lam}
        parameters = sgd_step(parameters, gradients_of(data | parameters), rate)
    return parameters
