# %% [markdown] exercise=["hw8-transformer/adam-step"]
# A product is written instead of a power.
#
# 1 - 0.9^t: in Python, a power is written 0.9**t. 0.9 * t is something else, and from t = 2 on the divisor is
# negative.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9 * t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
