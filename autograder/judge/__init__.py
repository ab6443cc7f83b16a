"""Judges, in a trusted process, what a student's kernel answered.

`author_run` runs the author's notebook, with `temporary_changes` of what is global, `question_plan`
works out from that what to ask, which is a `plan`, and `needed_cells` which cells are left out. A
kernel's `reply` has evidence. From there one way leads to the verdicts of a notebook: `verdicts`
gives each cell to a `judging_process`. If the answers are the author's, their verdict is in the
plan (`same_as_author`); else `whose_exercise` decides on whose exercises they are judged, and
`check_run` runs the check, whose questions a `remote_subject` answers from the evidence;
`mistakes_named` hears which known mistakes it names. After a wrong answer, the kernel is asked
more, and for `replays`. All this gives a `cell_verdict`. Then `whose_answers` compares answers that
are wrong with the exercises of others. `flags` finds what an instructor should look at, and `viva`
what to talk about with the student.
"""
