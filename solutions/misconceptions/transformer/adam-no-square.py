# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The gradients are not squared.
#
# Without squaring, positive and negative ones cancel, and the root of a negative number is nan.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
