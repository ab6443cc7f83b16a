# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The step uses the gradient instead of its mean.
#
# The mean smooths what differs from batch to batch. The step is made from the mean: mean / (1 -
# 0.9^t), divided by the root.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = gradient / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
