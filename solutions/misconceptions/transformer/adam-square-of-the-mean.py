# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The mean is squared, not the gradient.
#
# The mean of the squares is not the square of the mean: it says how large the gradients are, even
# when they change sign.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * mean**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
