"""Grades submissions, from a single one to a whole class.

`submission` grades a single one: `notebook_with_questions` replaces its checks by questions,
`notebook_run` runs its cells in the sandbox, and the answers are judged on random draws, which
`draw_rounds` chooses. `workers` grades many submissions at once, if need be on a Dask `cluster`.

`grade` is for a class. `enter_homework` puts the homework into the gradebook, `what_to_grade` finds
the submissions that are new or have changed, and `class_run` grades them within `class_limits`.
`journal` notes what was graded, with which `ingredients`, and the outcome, as `json_lines`.
"""
