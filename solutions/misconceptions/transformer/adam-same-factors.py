# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Both means use 0.9.
#
# The mean of the squares changes more slowly: it keeps 0.999 and takes 0.001.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.9 * square + 0.1 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.9**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
