# %% [markdown] loses=["shapes-check", "add-bias-check"]
# The bias gradient is averaged over the rows instead of summed; numerator layout in the shapes.

# %% grade_id="add-bias"
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.mean(0)]


# %% grade_id="shapes"
shapes = {"dA_rows": 2, "dA_columns": 3, "dB_rows": 4, "dB_columns": 2}
