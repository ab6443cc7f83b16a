# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The means are not corrected.
#
# Both begin at 0, so in the first steps they are too small, and not by the same factor: the first step would
# be 3 times too large. Divide by 1 - 0.9^t and 1 - 0.999^t.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = mean / (square.sqrt() + 1e-8)
    return value - rate * step, mean, square
