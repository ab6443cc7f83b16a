# %% [markdown] exercise=["hw8-transformer/embedding"]
# Backward adds the gradient to the table itself.
#
# The table is the input, which a node only reads: the optimiser changes it, later and by a small step. Add
# the shares to zeros of the same shape.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        return [self.input(0).index_add_(0, torch.tensor(self.tokens), self.gradient)]
