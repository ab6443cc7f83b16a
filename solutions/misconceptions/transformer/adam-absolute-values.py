# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Absolute values instead of squares.
#
# The root is taken of a mean of squares. With absolute values, the step depends on the size of the gradient.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient.abs()
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
