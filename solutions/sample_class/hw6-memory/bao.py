# %% [markdown] loses=["relu-kept-check", "sigmoid-kept-check", "softmax-kept-check", "max-pool-kept-check", "checkpoint-check", "checkpoint-kept-check"]
# Every gradient is right, and everything is kept: the chain of Checkpoint, too, which has nothing left for a second backward pass.

# %% grade_id="relu"
class Relu(ComputationNode):
    def forward(self):
        self.x = self.input(0)
        self.result = self.x.clamp(min=0)

    def backward(self):
        return [self.gradient * (self.x > 0)]


# %% grade_id="sigmoid"
class Sigmoid(ComputationNode):
    def forward(self):
        self.z = self.input(0)
        self.result = torch.sigmoid(self.z)

    def backward(self):
        s = torch.sigmoid(self.z)
        return [self.gradient * s * (1 - s)]


# %% grade_id="softmax"
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), dim=1)

    def backward(self):
        p = torch.softmax(self.input(0), dim=1)
        return [p * (self.gradient - (self.gradient * p).sum(dim=1, keepdim=True))]


# %% grade_id="max-pool"
class MaxPool(ComputationNode):
    def forward(self):
        self.windows = self.input(0).unflatten(1, (-1, 3))
        self.result = self.windows.amax(dim=2)

    def backward(self):
        places = self.windows.argmax(dim=2, keepdim=True)
        zeros = torch.zeros_like(self.windows)
        return [zeros.scatter(2, places, self.gradient.unsqueeze(2)).flatten(1)]


# %% grade_id="checkpoint"
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.chain = Chain(self.layers)
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        return [self.chain.backward(self.gradient)]
