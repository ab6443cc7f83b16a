# %% [markdown] exercise=["hw8-transformer/adam-step"]

# %% [markdown] mistake="adam-absolute-values"
# Absolute values instead of squares.
#
# The root is taken of a mean of squares. With absolute values, the step depends on the size of the gradient.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient.abs()
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-correction-times-t"
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

# %% [markdown] mistake="adam-correction-without-brackets"
# The correction of the mean lacks its brackets.
#
# Python divides before it subtracts: `mean / 1 - 0.9**t` is the mean minus 0.9^t. The whole of 1 - 0.9^t is
# the divisor.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / 1 - 0.9**t) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-corrections-times-t"
# Both corrections have a product in place of a power.
#
# 1 - 0.9^t: in Python, a power is written `0.9**t`. From t = 2 on, 1 - 0.9 * t is negative.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9 * t)) / ((square / (1 - 0.999 * t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-epsilon-not-in-the-divisor"
# Epsilon is not in the divisor.
#
# It is added to the root before the division: Python needs brackets around the sum. Without it, 0/0 is nan
# where all gradients have been 0, as for a letter that no name has.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt())
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-means-exchange-their-factors"
# Each mean has the factors of the other, but not its correction.
#
# The mean of the gradients keeps 0.9 of the old one, that of the squares keeps 0.999.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.999 * mean + 0.001 * gradient
    square = 0.9 * square + 0.1 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-squares-forget-too-fast"
# The mean of the squares keeps 0.99 of the old one.
#
# It is 0.999, with three nines: the squares are remembered ten times as long.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.99 * square + 0.01 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.99**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-steps-before-the-means"
# The step uses the old means.
#
# The new gradient goes into the means first, and then they give the step. In step 1 both means are
# still 0, so the parameter does not move at all.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-corrects-the-mean-only"
# Only the first mean is corrected.
#
# The mean of the squares begins at 0, too, and grows far more slowly. Divide it by 1 - 0.999^t.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / (square.sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-corrects-the-square-only"
# Only the mean of the squares is corrected.
#
# The mean of the gradients begins at 0, too: divide it by 1 - 0.9^t.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = mean / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-counts-from-zero"
# The steps are counted from 0.
#
# t is 1 in the first step: use it as it is. With t + 1, the correction is too small.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9 ** (t + 1))) / ((square / (1 - 0.999 ** (t + 1))).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-epsilon-before-the-correction"
# Epsilon is added to the root of the mean as it is kept.
#
# It is added to the root of the *corrected* mean of the squares. If the correction comes last, it
# changes the small number, too.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    correction = (1 - 0.999**t) ** 0.5 / (1 - 0.9**t)
    return value - rate * correction * mean / (square.sqrt() + 1e-8), mean, square

# %% [markdown] mistake="adam-epsilon-inside"
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

# %% [markdown] mistake="adam-factors-swapped"
# The factors 0.9 and 0.1 are swapped.
#
# The old mean counts 0.9 and the new gradient 0.1, so the mean changes slowly.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.1 * mean + 0.9 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-both-pairs-of-factors-swapped"
# In both means, the factors of old and new are swapped.
#
# The old mean keeps the larger part, 0.9 or 0.999, so that both means change slowly.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.1 * mean + 0.9 * gradient
    square = 0.001 * square + 0.999 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-factors-of-the-other-mean"
# Each mean has the factors of the other.
#
# The mean of the gradients keeps 0.9 of the old one, that of the squares keeps 0.999.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.999 * mean + 0.001 * gradient
    square = 0.9 * square + 0.1 * gradient**2
    step = (mean / (1 - 0.999**t)) / ((square / (1 - 0.9**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-gradient-in-the-step"
# The step uses the gradient instead of its mean.
#
# The mean smooths what differs from batch to batch. Use the mean in the step: mean / (1 - 0.9^t),
# divided by the root.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = gradient / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-hands-on-the-corrected"
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

# %% [markdown] mistake="adam-mean-of-new-only"
# The old mean is thrown away.
#
# A running mean keeps 0.9 of what it was. 0.1 of the gradient alone remembers nothing.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-no-correction"
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

# %% [markdown] mistake="adam-no-rate"
# The rate is missing.
#
# The quotient has a size of about 1. The rate says how large a step is.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - step, mean, square

# %% [markdown] mistake="adam-no-root"
# The root is missing.
#
# Divided by the mean of the squares itself, the step would shrink as the gradients grow. The root
# makes it independent of their size.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)) + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-no-square"
# The gradients are not squared.
#
# Without squaring, positive and negative ones cancel, and the root of a negative number is nan.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-one-step-less"
# t - 1 is used instead of t.
#
# In the first step t is 1. With t - 1, the first divisor is 1 - 0.9^0, which is 0.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9 ** (t - 1))) / ((square / (1 - 0.999 ** (t - 1))).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-only-the-value"
# Only the parameter is returned.
#
# The next step needs both means. What a function does not return is gone: return value, mean, square.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step

# %% [markdown] mistake="adam-order-of-returns"
# The means come first.
#
# Parameter, mean, square: the training loop unpacks them in this order.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return mean, square, value - rate * step

# %% [markdown] mistake="adam-returns-the-step"
# The step is returned instead of the new parameter.
#
# The first of the three is the parameter after the step.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return rate * step, mean, square

# %% [markdown] mistake="adam-same-factors"
# Both means use 0.9.
#
# The mean of the squares changes more slowly: it keeps 0.999 and takes 0.001.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.9 * square + 0.1 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.9**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-square-of-the-mean"
# The mean is squared, not the gradient.
#
# The mean of the squares is not the square of the mean: it says how large the gradients are, even
# when they change sign.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * mean**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-sums"
# The gradients are added up.
#
# A running mean keeps 0.9 of what it was and takes 0.1 of the new gradient. A sum grows forever.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = mean + gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square

# %% [markdown] mistake="adam-uphill"
# The step goes uphill.
#
# The gradient says in which direction the loss goes up. The step goes against it: value - rate * step.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value + rate * step, mean, square

# %% [markdown] right="hw8-adam-by-lerp"
# Adam by the differences from the means.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    b1, b2, eps = 0.9, 0.999, 1e-8
    mean += (1 - b1) * (gradient - mean)
    square += (1 - b2) * (gradient * gradient - square)
    m_hat = mean / (1 - pow(b1, t))
    v_hat = square / (1 - pow(b2, t))
    value -= rate * m_hat / (torch.sqrt(v_hat) + eps)
    return value, mean, square

# %% [markdown] right="hw8-adam-in-place"
# Adam that changes its tensors in place and returns them.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = mean.clone().mul_(0.9).add_(gradient, alpha=0.1)
    square = square.clone().mul_(0.999).addcmul_(gradient, gradient, value=0.001)
    denominator = (square.sqrt() / math.sqrt(1 - 0.999**t)).add_(1e-8)
    return [value - (rate / (1 - 0.9**t)) * mean / denominator, mean, square]
