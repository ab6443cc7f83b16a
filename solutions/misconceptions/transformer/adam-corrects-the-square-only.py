# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Only the mean of the squares is corrected.
#
# The mean of the gradients begins at 0, too: divide it by 1 - 0.9^t.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = mean / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
