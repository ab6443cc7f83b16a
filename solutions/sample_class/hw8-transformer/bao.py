# %% [markdown] loses=["layer-norm-by-hand-check", "layer-norm-check"]
# On paper and in code, a mean and a standard deviation that nothing depends on.

# %% grade_id="layer-norm-by-hand"
norm_by_hand = {
    "s": 2,
    "dx1": 3,
    "dx2": 2,
    "dx3": "-1/2",
    "dx4": "-1/2",
    "ones": "1/2",
    "double": "3/2",
}


# %% grade_id="layer-norm"
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.s = torch.sqrt(x.var(dim=1, unbiased=False, keepdim=True) + 1e-5)
        self.result = (x - x.mean(dim=1, keepdim=True)) / self.s

    def backward(self):
        return [self.gradient / self.s]
