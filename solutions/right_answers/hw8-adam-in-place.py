# %% [markdown] exercise=["hw8-transformer/adam-step"]
# Adam that changes its tensors in place and returns them.

# %%
def adam_step(value, gradient, mean, square, t, rate):
    mean = mean.clone().mul_(0.9).add_(gradient, alpha=0.1)
    square = square.clone().mul_(0.999).addcmul_(gradient, gradient, value=0.001)
    denominator = (square.sqrt() / math.sqrt(1 - 0.999**t)).add_(1e-8)
    return [value - (rate / (1 - 0.9**t)) * mean / denominator, mean, square]
