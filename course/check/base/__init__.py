"""What all checks use: the PyTorch twin, cases, draws, asking, explaining, passing and failing."""
