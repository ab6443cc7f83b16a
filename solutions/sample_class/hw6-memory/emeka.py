# %% [markdown] loses=["checkpoint-check", "checkpoint-kept-check", "detach-check"]
# A checkpoint that forgets to go forward again, and a detach that lets the gradient pass.

# %% grade_id="detach"
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0).detach()

    def backward(self):
        return [self.gradient]


# %% grade_id="checkpoint"
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        return [Chain(self.layers).backward(self.gradient)]
