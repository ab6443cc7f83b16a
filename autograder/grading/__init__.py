"""Grading, from one submission to a class.

`submission` grades one, and `execute` runs its cells in the sandbox, on random `draws`; `cluster`
grades many at once, and `grade` a class, once the gradebook has the `homework`. `gradebook` enters
the marks, with `extra_credit`, by which nbgrader also gets an author's ruling for everybody;
`journal` notes what was graded. `preprocess` is the same path for nbgrader's own command.
"""
