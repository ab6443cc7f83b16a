# %% [markdown] exercise=["hw5-mlp/training"]
# The step is computed and not kept.
#
# `sgd_step` returns new parameters. They have to take the place of the old ones, or every step
# starts from the same place.

# %%
def train(parameters, epochs):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        for numbers in minibatches(torch.randperm(len(train_x)).tolist(), 32):
            data = {"X": train_x[numbers], "Y": train_y[numbers], "lam": lam}
            sgd_step(parameters, gradients_of(data | parameters), rate)
    return parameters
