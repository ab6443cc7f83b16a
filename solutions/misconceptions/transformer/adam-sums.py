# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The gradients are added up.
#
# A running mean keeps 0.9 of what it was and takes 0.1 of the new gradient. A sum grows forever.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = mean + gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
