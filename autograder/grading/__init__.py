"""Grading, from one submission to a class.

`submission` grades one, and `execute` runs its cells in the sandbox, on random `draws`; `cluster`
grades many at once. `grade` begins a `class_run` once the gradebook has the `homework`, and gives
its `outcome` for each student. `gradebook` enters the marks, with `extra_credit`, by which nbgrader
also gets an author's ruling for everybody; `journal` notes what was graded, and with which
`ingredients`. `preprocess` is the same path for nbgrader's own command.
"""
