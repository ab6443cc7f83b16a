# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax uses only the diagonal of its Jacobian.
#
# p (1 - p) is how p_i moves with its own z_i. But z_i is in the denominators of all the other p of
# its row, too: a fork with a branch to every output. Those shares are missing.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [self.gradient * p * (1 - p)]
