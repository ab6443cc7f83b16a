# %% [markdown] exercise=["hw8-transformer/adam-step"]
# t - 1 is used instead of t.
#
# In the first step t is 1. With t - 1, the first divisor is 1 - 0.9^0, which is 0.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9 ** (t - 1))) / ((square / (1 - 0.999 ** (t - 1))).sqrt() + 1e-8)
    return value - rate * step, mean, square
