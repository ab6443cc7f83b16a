# %% [markdown] exercise=["hw5-mlp/devices"]

# %% [markdown] mistake="devices-always-busy"
# Both devices are counted as always busy.
#
# B cannot begin before A is done, and while B works, A has nothing to do.

# %%
devices["busy"] = 1

# %% [markdown] mistake="devices-always-busy-in-parts"
# With four parts, both devices are counted as always busy.
#
# Five time slots pass until B has finished. In which of them has A nothing to do, and in which one
# B?

# %%
devices["busy_4"] = 1

# %% [markdown] mistake="devices-exchange-half"
# Half of the gradients are exchanged.
#
# Each device has half of the examples, but a gradient for every weight: the shares of its examples
# have been added up.

# %%
devices["gradients"] = "(k d + q k) / 2"

# %% [markdown] mistake="devices-exchange-per-example"
# A gradient for each example is exchanged.
#
# Each device has already added up the shares of its examples, so there is one number for each
# weight.

# %%
devices["gradients"] = "n (k d + q k)"

# %% [markdown] mistake="devices-exchange-values"
# Activations are exchanged.
#
# With the batch divided, the examples of one device have nothing to do with those of the other.
# What do both have to agree on after each step?

# %%
devices["gradients"] = "n k"

# %% [markdown] mistake="devices-nothing-comes-back"
# Nothing comes back.
#
# A cannot find the gradient of `W1` without knowing how the loss moves with `H`.

# %%
devices["backward"] = 0

# %% [markdown] mistake="devices-one-example-travels"
# Only one example travels.
#
# The whole batch has to cross, with a row of `H` for each example.

# %%
devices["forward"] = "k"
devices["backward"] = "k"

# %% [markdown] mistake="devices-output-travels"
# The output travels instead of H.
#
# B computes `O` itself. What A has at the cut is `H`.

# %%
devices["forward"] = "n q"

# %% [markdown] mistake="devices-parts-do-not-help"
# Four parts are counted as no better than one.
#
# With parts, A goes on with the next one while B works on the last: in most time slots both have
# something to do.

# %%
devices["busy_4"] = "1/2"

# %% [markdown] mistake="devices-three-of-four"
# One time slot too few is counted.
#
# There are as many slots as parts, and one more in which B finishes: five slots, and each device is
# busy in four of them.

# %%
devices["busy_4"] = "3/4"

# %% [markdown] mistake="devices-weight-gradients-come-back"
# The gradients of the weights come back.
#
# B keeps these, since the weights they belong to are on B. A needs the gradient of what it has
# sent.

# %%
devices["backward"] = "q k"

# %% [markdown] right="hw5-devices-in-numbers"
# Two devices in numbers.

# %%
devices = {
    "forward": 16384,
    "backward": "64*256",
    "gradients": "256 (784 + 10)",
    "busy": 0.5,
    "busy_4": "1 - 1/5",
}
