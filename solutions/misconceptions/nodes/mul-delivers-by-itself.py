# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul delivers its gradients itself, and returns them too.
#
# Delivering is the job of your algorithm: it takes what backward returns and calls
# accumulate_gradient. If backward has called it already, every share arrives twice. Try y = 3 * x
# and look at the gradient of x.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        downstream = [self.gradient * self.input(1), self.gradient * self.input(0)]
        for node, gradient in zip(self.input_nodes, downstream):
            node.accumulate_gradient(gradient)
        return downstream
