# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The step is returned instead of the new parameter.
#
# The first of the three is the parameter after the step.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return rate * step, mean, square
