# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Epsilon is added before the root.
#
# The small number is added to the root. Under the root it would become 10^-4, which is not small
# beside a small gradient.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / (square / (1 - 0.999**t) + 1e-8).sqrt()
    return value - rate * step, mean, square
