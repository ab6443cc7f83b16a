"""What checks use: the twin in PyTorch, cases, draws, asking, explaining, passing and failing."""
