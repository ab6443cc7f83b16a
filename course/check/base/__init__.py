"""What all checks use: the twin in PyTorch, cases, asking, explaining, passing and failing."""
