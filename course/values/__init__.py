"""Handles the values that a student's code made.

`tensors` reads and copies them, `gradients` adds them up, `closeness` says whether two agree up to
rounding, `plain` notes them, `compare` compares them with PyTorch's, `as_text` writes them, and
`kinds` says what kind of thing they are.
"""
