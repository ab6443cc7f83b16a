"""Handles the values that a student's code produces.

`tensors` reads and copies values, `gradients` adds them up, and `closeness` says whether two agree
up to rounding. `plain` reduces them to plain values, `compare` compares them with PyTorch's,
`as_text` writes them, and `kinds` describes their kind.
"""
