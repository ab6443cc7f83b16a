# %% [markdown] exercise=["hw8-transformer/adam-step"]
# The corrected means are handed on.
#
# They are for this step only. Handed on, they would be corrected again in the next one.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    mean, square = mean / (1 - 0.9**t), square / (1 - 0.999**t)
    step = mean / (square.sqrt() + 1e-8)
    return value - rate * step, mean, square
