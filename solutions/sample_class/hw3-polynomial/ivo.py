# %% [markdown] loses=["mul-check", "higher-check", "higher-exp-check"]
# Mul forgets the upstream gradient and returns local gradients alone.

# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.input(1), self.input(0)]
