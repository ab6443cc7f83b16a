"""Grades submissions, from a single one to a whole class.

`submission` grades one: `notebook_with_questions` has questions in place of its checks, a
`notebook_run` runs its cells in the sandbox, and it is judged on random draws, chosen in
`draw_rounds`. `workers` grade many at once, if need be on a Dask `cluster`.

`grade` is for a class: it asks `what_to_grade`, and begins a `class_run` within the `class_limits`,
after `enter_homework` has put the homework into the gradebook. `journal` notes what was graded,
with which `ingredients`, and the outcome, in `json_lines`.
"""
