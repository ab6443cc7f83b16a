# %% [markdown] exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Sums and products of any number of inputs.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(len(self.input_nodes)))

    def backward(self):
        return [self.gradient] * len(self.input_nodes)


class Mul(ComputationNode):
    def forward(self):
        self.result = 1
        for i in range(len(self.input_nodes)):
            self.result = self.result * self.input(i)

    def backward(self):
        n = len(self.input_nodes)
        downstream = []
        for i in range(n):
            share = self.gradient
            for j in range(n):
                if j != i:
                    share = share * self.input(j)
            downstream.append(share)
        return downstream
