# %% [markdown] exercise=["hw6-memory/checkpoint"]

# %% [markdown] mistake="checkpoint-does-not-go-forward-again"
# Checkpoint goes backward through an empty chain.
#
# A chain holds no values when it is new, and none after it has gone backward. Before it can go backward it has to go forward, from the input of the node.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        return [Chain(self.layers).backward(self.gradient)]

# %% [markdown] mistake="checkpoint-forgets-its-result"
# Checkpoint runs its layers and forgets the result too.
#
# `chain.forward` returns what comes out in the end. That is the result of the node, which the next
# node needs.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-forgets-upstream"
# Checkpoint starts the chain with ones.
#
# The chain goes backward from the upstream gradient of the node. Ones would be right only if the
# loss were the sum of the results.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(torch.ones_like(self.gradient))]

# %% [markdown] mistake="checkpoint-goes-through-in-order"
# Checkpoint goes backward through its layers from the first one.
#
# The last layer comes first when going backward: its upstream gradient is that of the node.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        chains, value = [], self.input(0)
        for layer in self.layers:
            chains.append(Chain([layer]))
            value = chains[-1].forward(value)
        gradient = self.gradient
        for chain in chains:
            gradient = chain.backward(gradient)
        return [gradient]

# %% [markdown] mistake="checkpoint-has-layers-of-its-own"
# Checkpoint runs the same layers, whatever it is given.
#
# Each checkpoint may have other layers: it finds its own in `self.layers`.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(["Exp", "Sine", "Shift", "Negate", "Sine"]).forward(self.input(0))

    def backward(self):
        again = Chain(["Exp", "Sine", "Shift", "Negate", "Sine"])
        again.forward(self.input(0))
        return [again.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-keeps-a-list"
# Checkpoint keeps the result of each layer in a list.
#
# The gradient is right. But the list holds exactly what a checkpoint is there to forget.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.values, value = [], self.input(0)
        for layer in self.layers:
            self.values.append(value)
            value = Chain([layer]).forward(value)
        self.result = value

    def backward(self):
        gradient = self.gradient
        for layer, value in zip(reversed(self.layers), reversed(self.values)):
            one = Chain([layer])
            one.forward(value)
            gradient = one.backward(gradient)
        return [gradient]

# %% [markdown] mistake="checkpoint-keeps-and-recomputes"
# Checkpoint computes again, but still keeps what the first pass has made.
#
# What `forward` puts into `self`, such as the chain or a list of its values, stays in memory, though
# it is not used any more. Let it be a local variable.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.chain = Chain(self.layers)
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-keeps-the-chain"
# Checkpoint keeps the chain of its forward pass.
#
# A chain in `self` holds a node for each layer, with all the values that should be forgotten. Then
# nothing has to be computed again: that is the ordinary way, without a checkpoint.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.chain = Chain(self.layers)
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        return [self.chain.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-multiplies-once-more"
# The upstream gradient is multiplied in once more.
#
# `chain.backward(gradient)` returns the downstream gradient, complete. The upstream gradient is in
# it already.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [self.gradient * again.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-passes-the-gradient-on"
# Checkpoint passes the gradient on unchanged.
#
# A checkpoint is not a short cut: the gradient still has to go backward through each of the layers
# inside.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="checkpoint-returns-no-list"
# Checkpoint returns the gradient without a list.
#
# `backward` of a node returns a list with a gradient for each input. A checkpoint has one input.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return again.backward(self.gradient)

# %% [markdown] mistake="checkpoint-runs-forward-twice"
# Checkpoint goes forward more often than it has to.
#
# The numbers are right. But each forward pass costs time: one in `forward`, and one more in `backward`, is
# enough.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        again.forward(self.input(0))
        return [again.backward(self.gradient)]

# %% [markdown] mistake="checkpoint-starts-from-its-result"
# Checkpoint goes forward again from its result.
#
# The second pass has to repeat the first one: from the input of the node. Started from the result,
# it runs the layers at the wrong points.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.output())
        return [again.backward(self.gradient)]

# %% [markdown] right="hw6-checkpoint-node-by-node"
# Checkpoint that runs its layers one chain each.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        value = self.input(0)
        for layer in self.layers:
            value = Chain([layer]).forward(value)
        self.result = value

    def backward(self):
        value, chains = self.input(0), []
        for layer in self.layers:
            chains.append(Chain([layer]))
            value = chains[-1].forward(value)
        gradient = self.gradient
        for chain in reversed(chains):
            gradient = chain.backward(gradient)
        return [gradient]

# %% [markdown] right="hw6-checkpoint-saves-its-input"
# Checkpoint that puts its input aside, and empties its chain.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.x = self.input(0)
        chain = Chain(self.layers)
        self.result = chain.forward(self.x)
        chain.nodes = []

    def backward(self):
        chain = Chain(list(self.layers))
        chain.forward(self.x)
        downstream = chain.backward(self.gradient)
        return [downstream]
