"""Checks compare a student's work with PyTorch, and say in a sentence what differs.

`engines` and `nodes` run the student's code, `models` trains with it, `paper` compares numbers,
choices and equations, and `costs` compares formulas with counts. `experiments` find out in what way
code is wrong. `variants` are individual exercises, and `quiz` asks about a student's own engine.
All of these build on `base`.

A check raises `CheckFailed` with a sentence about the first thing that is wrong. A check of blanks
counts how many are right (`base.exercise`), and fails only if none is.

Right answers are computed when needed and are not written down here.
"""
