"""What all checks use: the PyTorch twin, cases, asking, explaining, passing and failing."""
