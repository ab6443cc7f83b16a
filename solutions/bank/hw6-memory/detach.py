# %% [markdown] exercise=["hw6-memory/detach"]

# %% [markdown] mistake="detach-a-plain-zero"
# Detach returns a single 0.
#
# A gradient has the shape of the value it belongs to: as many zeros as the input has entries.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [0.0]

# %% [markdown] mistake="detach-passes-on"
# Detach passes the gradient on.
#
# Then it does not cut anything. The input should get a gradient as if it had no influence on the
# output.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="detach-returns-none"
# Detach returns None for its input.
#
# That is how PyTorch says it. In our graphs each input gets a gradient of its own shape, and for an
# input without influence it is 0 in each entry.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [None]

# %% [markdown] mistake="detach-zeroes-the-value"
# Detach stops the value as well.
#
# Forward, everything goes on as before: the value passes unchanged. Only the way back is cut.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0) * 0

    def backward(self):
        return [self.gradient * 0]

# %% [markdown] right="hw6-detach-zeros"
# Detach with torch.zeros_like, and a detached value.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0).detach().clone()

    def backward(self):
        return [torch.zeros_like(self.gradient)]
