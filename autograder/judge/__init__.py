"""Judges, in a trusted process, what a student's kernel answered.

Once for a homework, `author_run` runs the author's notebook, with `temporary_changes` of what is
global, and `question_plan` works out what to ask, which is a `plan`. `needed_cells` says which
cells need not be run.

For each submission, `verdicts` takes the `reply` of the kernel to each check and has it judged in a
`judging_process`. If the answers are the author's, their verdict is known (`same_as_author`).
Otherwise `whose_exercise` decides on whose exercise they are judged, and `check_run` runs the
author's check, whose questions a `remote_subject` answers from the reply. If something is wrong,
the kernel is asked for more, also for `replays`, unless it was `told_before`. What comes back is a
`cell_verdict`.

At the end, `whose_answers` compares wrong answers with the exercises of others. `quoted_lines` must
be the student's, `flags` finds what an instructor should look at, and `viva` what to talk about
with the student.
"""
