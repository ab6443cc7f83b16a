# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]

# %% [markdown] mistake="backward-all-ones"
# The gradient is taken to be 1, as it is at the output.
#
# At the output it is 1 because z moves by h when z moves by h. For any other box, ask how far z
# moves.

# %%
backward_pass["r"] = 1
backward_pass["b"] = 1

# %% [markdown] mistake="backward-exp-at-its-output"
# The derivative of exp is taken at its output.
#
# The local gradient of an exp box is exp of the value that goes in, which is simply the value that
# comes out. You took exp of that value again. For v = exp(u) at u = 0 it is exp(0), not exp(1).

# %%
backward_pass["d"] = "exp(r)/2"
backward_pass["a"] = "exp(b)/2"

# %% [markdown] mistake="backward-exp-at-x"
# An exp box is differentiated at x.
#
# The box sees only its own input, so that is where its local gradient has to be taken. For y =
# exp(u) with u = 2x at x = 1, it is taken at u = 2.

# %%
backward_pass["d"] = "exp(x)/2"

# %% [markdown] mistake="backward-forgets-negate"
# The minus sign is lost on the way back.
#
# When the input of a minus goes up, its output goes down, so their gradients differ in sign. Take
# y = -u: let u go from 3 to 3.1, and see which way y goes.

# %%
backward_pass["c"] = "exp(d)/2"

# %% [markdown] mistake="backward-fork-averages"
# The two branches are averaged at the fork.
#
# Taking a mean is the job of the Mean node, and its halves are already in the gradients of its
# inputs. A fork adds. For y = x + x there is a fork at x, and y moves twice as far as x does.

# %%
backward_pass["x"] = "2/3"

# %% [markdown] mistake="backward-fork-multiplies"
# The two branches are multiplied.
#
# Along a path, gradients are multiplied; at a fork, they are added.

# %%
backward_pass["x"] = "-1/6 * 3/2"
backward_pass["c"] = "1/6 * 1/2"

# %% [markdown] mistake="backward-fork-subtracts"
# The two branches are subtracted, or a sign at the minus box is lost.
#
# At a fork the gradients add up. The minus sign comes in once, in the step back through the minus
# box.

# %%
backward_pass["x"] = "5/3"

# %% [markdown] mistake="backward-half-gets-lost"
# The factor 1/2 gets lost at exp.
#
# The gradients of b and r are the upstream gradients of the two exp boxes, and they multiply the
# local gradients. For z = 5 exp(u) at u = 0, the gradient of u is 5, not 1.

# %%
backward_pass["d"] = "exp(d)"

# %% [markdown] mistake="backward-local-only"
# Only the local gradient is given.
#
# Multiply it by the upstream gradient, which you wrote down one box earlier.

# %%
backward_pass["a"] = 3

# %% [markdown] mistake="backward-local-only-below"
# In the lower branch, only the local gradient is given.
#
# The local gradient of a minus is -1. Which upstream gradient does it have to be multiplied by?

# %%
backward_pass["c"] = -1

# %% [markdown] mistake="backward-mean-passes-all"
# The gradient passes through the mean undivided.
#
# That would be right for a sum. A mean moves less than either of its inputs: the mean of 4 and 6 is
# 5; now raise the 4 to 5, and see how far the mean moves.

# %%
backward_pass["r"] = 1
backward_pass["b"] = 1

# %% [markdown] mistake="backward-one-branch"
# Only one branch of the fork is counted.
#
# Each arrow that leads out of a node brings a share back, and the shares add up.

# %%
backward_pass["x"] = "3/2"

# %% [markdown] mistake="backward-other-branch"
# Only the second branch of the fork is counted.
#
# Each arrow that leads out of a node brings a share back, and the shares add up.

# %%
backward_pass["x"] = "-1/6"

# %% [markdown] mistake="backward-starts-at-the-value"
# The backward pass starts with the value of z.
#
# The first gradient is about a move, not about a size: if z moves by h, how far does the output
# move? It is the same for z = 7 as for z = 1000.

# %%
backward_pass["z"] = "5/3"

# %% [markdown] mistake="backward-upstream-only"
# The upstream gradient is passed on without the local one.
#
# Something is computed between one box and the next, and its local gradient has to be a factor too.
# For exp, that is exp of its input.

# %%
backward_pass["d"] = "1/2"

# %% [markdown] mistake="backward-upstream-only-above"
# In the upper branch, the upstream gradient is passed on without the local one.
#
# Through exp, the upstream gradient is multiplied by the slope of exp there. Through a copy,
# nothing changes.

# %%
backward_pass["a"] = 0.5

# %% [markdown] mistake="backward-value"
# The value of the box is given instead of its gradient.
#
# The forward pass gives values. Here the question is how much z moves when the box moves.

# %%
backward_pass["b"] = 3

# %% [markdown] mistake="backward-wrong-point"
# The local gradient is taken at the wrong point.
#
# The derivative of exp has to be taken at the value that goes into that box in the forward pass,
# not at a value of another branch.

# %%
backward_pass["d"] = "exp(a)/2 * 1"
backward_pass["a"] = "exp(d)/2"

# %% [markdown] right="blanks-as-numbers"
# Plain numbers.

# %%
backward_pass = {"z": 1, "r": 0.5, "d": 1 / 6, "c": -1 / 6, "b": 0.5, "a": 1.5, "x": 4 / 3}

# %% [markdown] right="blanks-with-euler"
# Powers of e, Unicode minus, implicit products.

# %%
backward_pass = dict(z="1", r="1/2", d="e^d / 2", c="−e^(−c)/2", b=".5", a="0.5 e^a", x="sinh x")
