# %% [markdown] exercise=["hw5-mlp/sgd-step"]

# %% [markdown] mistake="step-alone"
# The step is returned instead of the new parameters.
#
# It has to be added to where the parameters were.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: -rate * gradients[n] for n in parameters}

# %% [markdown] mistake="step-divides-by-batch"
# The gradient is divided by the size of a minibatch.
#
# The loss is a mean over the examples, so its gradient has been divided already.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - rate * gradients[n] / 32 for n, p in parameters.items()}

# %% [markdown] mistake="step-divides-by-rate"
# The gradient is divided by the rate.
#
# Then a smaller rate would give larger steps.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - gradients[n] / rate for n, p in parameters.items()}

# %% [markdown] mistake="step-moves-one"
# Only one parameter has moved.
#
# All parameters belong in one dictionary. Is there a `return` inside a loop? It ends the function in
# the first round.

# %%
def sgd_step(parameters, gradients, rate):
    for n, p in parameters.items():
        return {n: p - rate * gradients[n]}

# %% [markdown] mistake="step-not-kept"
# The parameters are returned as they were.
#
# Was a step computed? In a loop, `p = ...` only gives the name `p` a new meaning, and the dictionary
# still holds the old tensor under its own name.

# %%
def sgd_step(parameters, gradients, rate):
    for n, p in parameters.items():
        p = p - rate * gradients[n]
    return parameters

# %% [markdown] mistake="step-not-returned"
# Nothing is returned.
#
# Return a dictionary with the parameters after the step. `p = ...` alone only gives a new value to
# a name, and `p -= ...` overwrites the tensor that was given.

# %%
def sgd_step(parameters, gradients, rate):
    for n, p in parameters.items():
        p = p - rate * gradients[n]

# %% [markdown] mistake="step-uphill"
# The step goes uphill.
#
# The gradient points to where `J` grows. To make it smaller, go the other way.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p + rate * gradients[n] for n, p in parameters.items()}

# %% [markdown] mistake="step-without-rate"
# The step forgets the learning rate.
#
# A whole gradient is usually much too long a step. With the rate 0.1, a parameter 3 and a gradient
# 10 the step is 1.

# %%
def sgd_step(parameters, gradients, rate):
    return {n: p - gradients[n] for n, p in parameters.items()}

# %% [markdown] right="hw5-step-in-a-loop"
# A step that fills a new dictionary.

# %%
def sgd_step(parameters, gradients, rate):
    moved = {}
    for (name, value), slope in zip(
        sorted(parameters.items()), [gradients[n] for n in sorted(gradients)]
    ):
        moved[name] = value + (-rate) * slope
    return moved

# %% [markdown] right="hw5-step-in-place"
# A step that changes the parameters in place and returns them.

# %%
def sgd_step(parameters, gradients, rate):
    for name in parameters:
        parameters[name] -= rate * gradients[name]
    return parameters
