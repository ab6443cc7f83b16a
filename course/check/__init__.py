"""The checks compare what a student wrote with PyTorch, and say in a sentence what differs.

`engines` and `nodes` check by running what was written, `paper` by the numbers, choices and
equations in a notebook, `costs` by counting, `models` by training. `experiments` show in what way
code is wrong. `variants` are individual exercises, and `quiz` asks about a student's own engine.
`base` is below all of these.

A check raises `CheckFailed` with a sentence about the first thing that is wrong. If it judges
blanks one by one, it notes how many of them are right (`base.exercise`).

Right answers are computed when they are needed, so none is written down here.
"""
