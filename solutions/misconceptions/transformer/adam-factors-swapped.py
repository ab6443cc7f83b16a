# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The factors 0.9 and 0.1 are swapped.
#
# The old mean counts 0.9 and the new gradient 0.1, so that the mean changes slowly.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.1 * mean + 0.9 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
