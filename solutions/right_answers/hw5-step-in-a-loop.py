# %% [markdown] exercise=["hw5-mlp/sgd-step"]
# A step that fills a new dictionary.

# %%
def sgd_step(parameters, gradients, rate):
    moved = {}
    for (name, value), slope in zip(
        sorted(parameters.items()), [gradients[n] for n in sorted(gradients)]
    ):
        moved[name] = value + (-rate) * slope
    return moved
