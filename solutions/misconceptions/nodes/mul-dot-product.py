# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul's forward takes the dot product.
#
# @ multiplies the entries and adds them all up, so that one number is left. Mul works entry by
# entry, and its result has as many entries as its inputs. Compare what * and @ make of the vectors
# (1, 2) and (10, 20).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
