# %% [markdown] base="blank" loses=["network-check", "forward-check", "gradients-check", "shapes-check", "batch-network-check", "batch-gradients-check", "tanh-check", "squared-norm-check", "logistic-loss-check", "engine-check", "arithmetic-check", "minibatches-check", "sgd-step-check", "memory-check", "second-check", "second-words", "devices-check", "devices-words"]
# Handed in as it was.
