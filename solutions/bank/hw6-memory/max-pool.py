# %% [markdown] exercise=["hw6-memory/max-pool"]

# %% [markdown] mistake="pool-all-tied-get-all"
# MaxPool gives the whole gradient to every entry as large as the winner.
#
# In a tie the gradient is then counted twice or three times. Only one of them gets it: the first.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.mask = windows == windows.amax(dim=2, keepdim=True)
        self.result = windows.amax(dim=2)

    def backward(self):
        return [(self.mask * self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-argmax-over-the-windows-in-forward"
# MaxPool looks for the largest along dim=1.
#
# The windows have the shape (rows, windows, 3). Which of the three axes runs along a window?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=1, keepdim=True)
        self.result = windows.gather(1, self.winners).squeeze(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-argmin"
# MaxPool takes the smallest entry of each window.
#
# Only the largest entry of a window is passed on: `argmax`.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmin(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).squeeze(2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-argmax-over-the-windows"
# MaxPool looks for the largest along dim=1.
#
# The windows have the shape (rows, windows, 3). Which of the three axes runs along a window?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=1, keepdim=True)
        self.result = windows.gather(2, self.winners).squeeze(2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-argmax-over-the-windows-throughout"
# MaxPool looks for the largest along dim=1.
#
# The windows have the shape (rows, windows, 3). Which of the three axes runs along a window?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=1, keepdim=True)
        self.result = windows.gather(1, self.winners).squeeze(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(1, self.winners, self.gradient.unsqueeze(1)).flatten(1)]

# %% [markdown] mistake="pool-divides-ties"
# MaxPool divides the gradient among the tied entries.
#
# That is a sensible rule, the one that `torch.amax` follows. Here the rule is that of max-pooling:
# the first one gets everything.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.mask = windows == windows.amax(dim=2, keepdim=True)
        self.result = windows.amax(dim=2)

    def backward(self):
        share = self.gradient.unsqueeze(2) / self.mask.sum(dim=2, keepdim=True)
        return [(self.mask * share).flatten(1)]

# %% [markdown] mistake="pool-everyone-gets-it"
# MaxPool gives the gradient to the whole window.
#
# Only the winner moves the result. The others get 0.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [self.gradient.repeat_interleave(3, dim=1)]

# %% [markdown] mistake="pool-forgets-upstream"
# MaxPool marks the winners with 1.
#
# The winner gets the upstream gradient of its window, which is not 1 in general.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, torch.ones_like(self.gradient).unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-gradient-times-value"
# MaxPool multiplies the gradient by the winner's value.
#
# The result is the winner, so if the winner moves by h, the result moves by h: the local gradient is 1,
# whatever its value.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, (self.gradient * self.output()).unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-ignores-what-scatter-returns"
# MaxPool loses what scatter returns.
#
# `zeros.scatter(...)` leaves the zeros as they are and returns a copy with the values in it. Which
# of the two do you return?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        zeros = self.gradient.new_zeros(*self.gradient.shape, 3)
        zeros.scatter(2, self.winners, self.gradient.unsqueeze(2))
        return [zeros.flatten(1)]

# %% [markdown] mistake="pool-keeps-a-mask-of-floats"
# MaxPool keeps 8 bytes for each entry of its input.
#
# The gradient is right. A copy of the input, or a mask of floats, takes as much memory as the input
# itself. A mask of bools takes an eighth, and one index for each window is enough as well.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, winners).flatten(1)
        self.mask = torch.zeros_like(windows).scatter(2, winners, 1.0)

    def backward(self):
        return [(self.mask * self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-keeps-the-short-shape"
# MaxPool returns a gradient of the shape of its output.
#
# A gradient has the shape of the value it belongs to: three entries for each window. Two of them are 0.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="pool-keeps-windows-too"
# MaxPool keeps its input besides the winners.
#
# The winners are enough. Windows are the input in another shape: as long as the node holds them, the
# input cannot go.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        self.windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = self.windows.argmax(dim=2, keepdim=True)
        self.result = self.windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-last-wins"
# MaxPool gives a tie to the last one.
#
# The rule here is that the first one wins. Do you walk through the window with `>=`, so that an
# equal one takes over?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = 2 - windows.flip(2).argmax(dim=2, keepdim=True)
        self.result = windows.amax(dim=2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-leaves-an-axis"
# An axis of length 1 is left in the result.
#
# `gather` gives a tensor as long as the places, here of shape (2, 4, 1). `squeeze(2)` or `flatten(1)` removes
# the last axis.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners)

    def backward(self):
        zeros = self.gradient.new_zeros(*self.result.shape[:2], 3)
        return [zeros.scatter(2, self.winners, self.gradient).flatten(1)]

# %% [markdown] mistake="pool-like-a-mean"
# MaxPool spreads the gradient evenly over the window.
#
# That is how the *mean* of a window goes backward. If a loser moves a little, does the maximum move?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [(self.gradient / 3).repeat_interleave(3, dim=1)]

# %% [markdown] mistake="pool-returns-the-places"
# MaxPool passes on places instead of entries.
#
# `argmax` says where in its window the largest entry stands: 0, 1 or 2. `gather` takes what stands there.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = self.winners.squeeze(2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-scatters-into-the-windows"
# The gradient is scattered into the windows instead of zeros.
#
# The losers keep what stood there: their values of the forward pass. What is the gradient of a loser?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-squeezes-every-axis"
# MaxPool drops every axis of length 1.
#
# Where there is a single row or a single window, `.squeeze()` drops that axis, too. `.squeeze(2)`
# drops one axis only.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).squeeze()

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-searches-again"
# MaxPool keeps its input to look for the winners again.
#
# The gradient is right. But three numbers are kept for each window, only to be searched a second
# time. Forward has found the winner: set its place aside.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        self.result = self.input(0).unflatten(1, (-1, 3)).amax(dim=2)

    def backward(self):
        winners = self.input(0).unflatten(1, (-1, 3)).argmax(dim=2, keepdim=True)
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-shape-in-numbers"
# The shape of the zeros does not follow that of the input.
#
# It fits one input, but the next one has more or fewer rows or windows. Where can you find both
# numbers? `G.new_zeros(*G.shape, 3)` asks the upstream gradient.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [self.gradient.new_zeros(2, 4, 3).scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-takes-the-mean"
# MaxPool takes the mean of each window.
#
# Only the largest entry of a window is passed on.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.mean(dim=2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-takes-the-mean-throughout"
# MaxPool takes the mean of each window.
#
# Only the largest entry of a window is passed on.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        self.result = self.input(0).unflatten(1, (-1, 3)).mean(dim=2)

    def backward(self):
        return [self.gradient.repeat_interleave(3, dim=1) / 3]

# %% [markdown] mistake="pool-three-pieces"
# MaxPool cuts each row into three pieces, not into windows of three.
#
# `unflatten(1, (3, -1))` makes three long pieces. A window has three entries, and there are as many
# windows as fit: the 3 stands last, in `(-1, 3)`.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (3, -1))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).squeeze(2)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] mistake="pool-every-third"
# MaxPool's windows are not neighbours.
#
# In `unflatten(1, (3, -1))`, the entries along dim=1 are far apart in the row: the first of each
# third. A window is three neighbours: `unflatten(1, (-1, 3))`, and dim=2 runs along it.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (3, -1))
        self.winners = windows.argmax(dim=1, keepdim=True)
        self.result = windows.gather(1, self.winners).squeeze(1)

    def backward(self):
        rows, columns = self.gradient.shape
        windows = self.gradient.new_zeros(rows, 3, columns)
        return [windows.scatter(1, self.winners, self.gradient.unsqueeze(1)).flatten(1)]

# %% [markdown] mistake="pool-zeros-of-another-type"
# The zeros have a different type from the gradient.
#
# `torch.zeros` makes float32, and the checks compute in float64. `G.new_zeros` makes zeros of the type
# that G has.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        zeros = torch.zeros(*self.gradient.shape, 3)
        return [zeros.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] right="hw6-pool-by-max"
# MaxPool by torch.max, which gives values and places.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        self.result, self.places = self.input(0).unflatten(1, (-1, 3)).max(dim=2)

    def backward(self):
        rows, columns = self.gradient.shape
        out = torch.zeros(rows, columns, 3, dtype=self.gradient.dtype)
        out[torch.arange(rows)[:, None], torch.arange(columns), self.places] = self.gradient
        return [out.reshape(rows, 3 * columns)]

# %% [markdown] right="hw6-pool-in-loops"
# MaxPool in loops, with the winners in a list.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.winners, result = [], []
        for i in range(x.shape[0]):
            for j in range(0, x.shape[1], 3):
                window = x[i, j : j + 3].tolist()
                best = max(window)
                self.winners.append(window.index(best))
                result.append(best)
        self.result = torch.tensor(result, dtype=x.dtype).reshape(x.shape[0], -1)

    def backward(self):
        g = self.gradient
        out = torch.zeros(g.shape[0], 3 * g.shape[1], dtype=g.dtype)
        for k, winner in enumerate(self.winners):
            i, j = divmod(k, g.shape[1])
            out[i, 3 * j + winner] = g[i, j]
        return [out]

# %% [markdown] right="hw6-pool-keeps-a-shape"
# MaxPool puts the shape of the windows aside.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.window_shape = windows.shape
        self.places = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.places).squeeze(2)

    def backward(self):
        zeros = self.gradient.new_zeros(self.window_shape)
        return [zeros.scatter(2, self.places, self.gradient.unsqueeze(2)).flatten(1)]

# %% [markdown] right="hw6-pool-with-a-mask"
# MaxPool with a mask of truth values, the first of a tie only.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).reshape(self.input(0).shape[0], -1, 3)
        places = windows.argmax(-1)
        self.mask = torch.nn.functional.one_hot(places, 3).bool()
        self.result = windows.amax(-1)

    def backward(self):
        spread = self.gradient[..., None] * self.mask
        return [spread.reshape(spread.shape[0], -1)]
