# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The mean is squared, and not the gradient.
#
# The mean of the squares is not the square of the mean: it tells how large the gradients are, also when they
# change their sign.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * mean**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
