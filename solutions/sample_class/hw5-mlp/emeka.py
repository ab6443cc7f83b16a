# %% [markdown] loses=["tanh-check", "logistic-loss-check", "sgd-step-check", "training-check"]
# Nodes that forget: the upstream gradient, and the mean. The step goes uphill.

# %% grade_id="tanh"
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [1 - self.output() ** 2]


# %% grade_id="logistic-loss"
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = torch.mean(torch.log1p(torch.exp(o)) - y * o)

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (torch.sigmoid(o) - y), self.gradient * -o]


# %% grade_id="sgd-step"
def sgd_step(parameters, gradients, rate):
    return {name: parameters[name] + rate * gradients[name] for name in parameters}
