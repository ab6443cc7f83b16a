# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The root is missing.
#
# Divided by the mean of the squares itself, the step would shrink as the gradients grow. The root
# makes it independent of their size.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)) + 1e-8)
    return value - rate * step, mean, square
