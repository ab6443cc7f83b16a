# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]

# %% [markdown] mistake="numbers-hidden-forgets-upstream"
# In numbers, the weight alone is taken for the gradient of h.
#
# The weight says how much `o` moves with `h`. How much `J` moves with `o` has to be a factor as
# well.

# %%
network_gradients["dJ_dh"] = 3

# %% [markdown] mistake="numbers-hidden-forgets-weight"
# In numbers, the gradient of o is taken for that of h.
#
# `o` moves three times as far as `h`. So what is the local gradient between them?

# %%
network_gradients["dJ_dh"] = "3 tanh(0.5) - 1"

# %% [markdown] mistake="numbers-output-doubled"
# In numbers, the gradient at the output is twice as large as it should be.
#
# The square brings a 2, and the half in front of it takes it away again. For a difference of 3, `L`
# is 4.5; compute it for 3.01 as well, and compare.

# %%
network_gradients["dJ_do"] = "2 (3 tanh(0.5) - 1)"

# %% [markdown] mistake="numbers-output-sign"
# In numbers, the gradient at the output has the wrong sign.
#
# If the output is above the label, then moving it up makes the loss larger, so the gradient is
# positive there. Which of the two is larger here?

# %%
network_gradients["dJ_do"] = "1 - 3 tanh(0.5)"

# %% [markdown] mistake="numbers-penalty-keeps-its-half"
# In numbers, the share of the penalty still has its half.
#
# The derivative of `w^2` is `2w`, and this 2 cancels the half. Differentiate `λ/2 w^2`.

# %%
network_gradients["dJ_dW2"] = "tanh(0.5) (3 tanh(0.5) - 1) + 0.15"
network_gradients["dJ_dW1"] = "6 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2) + 0.0125"

# %% [markdown] mistake="numbers-penalty-keeps-its-two"
# In numbers, the share of the penalty is twice as large as it should be.
#
# The 2 of the square cancels the half in front of it. Differentiate `λ w^2 / 2`.

# %%
network_gradients["dJ_dW2"] = "tanh(0.5) (3 tanh(0.5) - 1) + 0.6"
network_gradients["dJ_dW1"] = "6 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2) + 0.05"

# %% [markdown] mistake="numbers-tanh-forgets-local"
# In numbers, the gradient passes through the tanh unchanged.
#
# Where tanh is flat, moving `z` hardly moves `h`, and `J` hardly moves. So there is a factor
# between the two gradients.

# %%
network_gradients["dJ_dz"] = "3 (3 tanh(0.5) - 1)"

# %% [markdown] mistake="numbers-tanh-forgets-upstream"
# In numbers, the slope of tanh alone is taken for the gradient of z.
#
# The slope says how much `h` moves with `z`. How much `J` moves with `h` has to be a factor as
# well.

# %%
network_gradients["dJ_dz"] = "1 - tanh(0.5)^2"

# %% [markdown] mistake="numbers-tanh-not-squared"
# In numbers, the square is missing in the slope of tanh.
#
# At `z = -0.5`, `h` is `-0.46`; a slope of `1 + 0.46` would be steeper than tanh is anywhere.

# %%
network_gradients["dJ_dz"] = "3 (3 tanh(0.5) - 1) (1 - tanh(0.5))"

# %% [markdown] mistake="numbers-tanh-of-z"
# In numbers, the slope of tanh is computed from z instead of h.
#
# It is `1 - tanh(z)^2`, and `tanh(z)` is `h`. At `z = 3` the curve is nearly flat: is `1 - 3^2`
# nearly 0?

# %%
network_gradients["dJ_dz"] = "3 (3 tanh(0.5) - 1) (1 - 0.5^2)"

# %% [markdown] mistake="numbers-weight-of-z"
# In numbers, the gradient of W2 is computed from z instead of h.
#
# `W2` multiplies what comes out of the tanh, not what goes in. When `W2` moves by a little, how far
# does `o` move?

# %%
network_gradients["dJ_dW2"] = "0.5 (3 tanh(0.5) - 1) + 0.3"

# %% [markdown] mistake="numbers-weights-forget-the-penalty"
# In numbers, the gradients of the weights forget the penalty.
#
# Each weight is used twice: in its layer, and in the penalty. Gradients add up at forks: what share
# does the penalty bring?

# %%
network_gradients["dJ_dW2"] = "tanh(0.5) (3 tanh(0.5) - 1)"
network_gradients["dJ_dW1"] = "6 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2)"

# %% [markdown] mistake="numbers-weights-forget-their-inputs"
# In numbers, the gradient of a weight forgets what the weight multiplies.
#
# In a layer, a weight moves the product by as much as its other factor: `x` for `W1`, `h` for
# `W2`.

# %%
network_gradients["dJ_dW2"] = "(3 tanh(0.5) - 1) + 0.3"
network_gradients["dJ_dW1"] = "3 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2) + 0.025"

# %% [markdown] right="hw5-gradients-in-decimals"
# The backward pass of the small network in decimals.

# %%
network_gradients = {
    "dJ_do": 0.38635147,
    "dJ_dW2": "0.46211716 * 0.38635147 + 0.3",
    "dJ_dh": 1.1590544,
    "dJ_dz": 0.91153572,
    "dJ_dW1": 1.8480714,
}
