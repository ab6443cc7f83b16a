# %% [markdown] exercise=["hw3-polynomial/add"]
# Add delivers its gradients itself, and returns them too.
#
# Delivering is the job of your algorithm: it takes what backward returns and calls
# accumulate_gradient. If backward has called it already, every share arrives twice. Try y = x + 1
# and compare the gradient of x with that of y.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)
        return [self.gradient, self.gradient]
