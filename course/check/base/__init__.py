"""What all checks use: the PyTorch twin, cases, asking a student's code, clues, and failing."""
