# %% [markdown]
# All right, in a style of her own.

# %% grade_id="relu"
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.passes = x > 0
        self.result = torch.where(self.passes, x, torch.zeros_like(x))

    def backward(self):
        return [torch.where(self.passes, self.gradient, torch.zeros_like(self.gradient))]


# %% grade_id="softmax"
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), dim=1)

    def backward(self):
        p, g = self.result, self.gradient
        return [p * g - p * torch.einsum("ij,ij->i", p, g)[:, None]]


# %% grade_id="tradeoff"
tradeoff = {"kept": "(c^2 + m)/c", "extra": "m", "best": "√m", "least": "2√m"}


# %% grade_id="card"
card = {"checkpointing": "B", "detach": "c)", "higher_order": "a", "node": "(d)"}
