# %% [markdown] loses=["mul-check", "order-check"]
# Mul multiplies the upstream gradient by the wrong input, and an order that sends q on too early.

# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]


# %% grade_id="order"
order = ["z", "s", "m", "q", "n", "r", "t", "p", "x"]
