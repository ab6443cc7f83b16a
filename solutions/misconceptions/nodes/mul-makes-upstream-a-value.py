# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul turns the upstream gradient into a plain value.
#
# Inside build_graph() the gradient that arrives is the end of a graph of its own, and it may depend
# on x. As a plain value it counts as a constant in the next backward pass. In y = (x * x) * x, what
# arrives at the inner product is x itself.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        upstream = self.gradient
        if isinstance(upstream, ComputationNode):  # tensors only, please
            with build_graph(False):
                forward_algorithm(upstream)
            upstream = upstream.result
        return [upstream * self.input(1), upstream * self.input(0)]
