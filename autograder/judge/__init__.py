"""Judging what a student's kernel answered, in a trusted process.

`author` runs the author's notebook, `plan` works out what to ask, and `needed`, by `cell_names`,
which cells are run. `exchange` is the subject that answers the checks with what `ran`; `verdict`
writes their findings into the notebook, judging in processes `apart`. `rounds` asks more after a
wrong answer, such as for a run to be `played`. `whose` decides on whose exercises, `flags` and
`deliveries` find what an instructor should look at, and `viva` what to talk about.
"""
