"""Judging what a student's kernel answered, in a trusted process.

`author` runs the author's notebook, `plan` works out what to ask, and `needed`, by `cell_names`,
which cells are run. A kernel's `reply` has evidence, with which `remote_subject` answers the
checks; `cell_verdict` runs one, and `verdicts` all of a notebook, in other processes.
`further_questions` are asked after a wrong answer, such as for `replays` or those that a check has
`reserved`. `owner` decides on whose exercises, `flags` (by `flagged_words`), `doubts`,
`consistency` and `delivery` find what an instructor should look at, and `viva` what to talk about.
"""
