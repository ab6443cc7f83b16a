# %% [markdown] loses=["higher-check", "higher-exp-check"]
# Reads results instead of inputs, so that derivatives of derivatives are lost; the rest is right.

# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [
            self.gradient * self.input_nodes[1].result,
            self.gradient * self.input_nodes[0].result,
        ]
