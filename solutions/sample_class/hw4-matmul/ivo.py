# %% [markdown] loses=["add-bias-check", "loss-by-hand-check"]
# The bias gradient is not summed at all, and a sign slips in the loss.

# %% grade_id="add-bias"
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


# %% grade_id="loss-by-hand"
loss_entries = {"dC_00": -8, "dC_01": "2*3"}
