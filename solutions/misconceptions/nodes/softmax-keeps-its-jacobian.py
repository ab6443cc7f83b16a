# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax keeps its whole Jacobian.
#
# The gradient is right. The Jacobian of a row of m entries has m^2, though: 3 times as many numbers
# here, and 50,000 times as many where a language model chooses among 50,000 words. And it can be
# computed from p.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)
        p = self.result
        self.jacobian = torch.diag_embed(p) - p.unsqueeze(2) * p.unsqueeze(1)

    def backward(self):
        return [(self.gradient.unsqueeze(1) @ self.jacobian).squeeze(1)]
