# %% [markdown] exercise=["hw8-transformer/adam-step"]
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
