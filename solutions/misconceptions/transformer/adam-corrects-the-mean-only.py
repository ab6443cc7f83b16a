# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Only the first mean is corrected.
#
# The mean of the squares begins at 0, too, and grows far more slowly. Divide it by 1 - 0.999^t.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / (square.sqrt() + 1e-8)
    return value - rate * step, mean, square
