"""Judges, in a trusted process, what a student's kernel answered.

`author_run` runs the author's notebook, `question_plan` works out what to ask, and `needed_cells`
which cells are left out. A kernel's `reply` has evidence, from which `remote_subject` answers the
checks. `check_run` runs one check, which gives a `cell_verdict`, and `verdicts` does so for all of
a notebook, in other processes; answers that are the author's have a known verdict
(`same_as_author`). After a wrong answer, the kernel is asked more, and for `replays`.
`own_exercise` says who a submission is from, and decides on whose exercises the answers are judged.
`flags` finds what an instructor should look at, and `viva` what to talk about with the student.
"""
