# %% [markdown] loses=["matmul-check"]
# Reshapes where it should transpose: the shapes fit, the numbers do not.

# %% grade_id="matmul"
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [G @ B.reshape(B.shape[::-1]), A.reshape(A.shape[::-1]) @ G]
