"""Grading, from one submission to a class.

`submission` grades one, and `execute` runs its cells in the sandbox, on random `draws`; `workers`
grade many at once. `grade` begins a `class_run` once the gradebook has the `homework`, and gives
its `outcome` for each student. `gradebook` enters the marks through `save_grades`, which adds
extra credit and an author's rulings to what nbgrader knows; `journal` notes what was graded, and
with which `ingredients`. `preprocess` is the same path for nbgrader's own command.
"""
