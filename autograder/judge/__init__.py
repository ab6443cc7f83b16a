"""Judges, in a trusted process, what a student's kernel answered.

Once for each homework, `author_run` runs the author's notebook, with `temporary_changes` to global
state, and `question_plan` works out what to ask, as a `plan`. `needed_cells` says which cells need
not be run.

For each submission, `verdicts` takes the `reply` of the kernel to each check and has it judged in a
`judging_process`. If the answers equal the author's, the verdict is known (`same_as_author`).
Otherwise `whose_exercise` decides on whose exercise they are judged, and `check_run` runs the
author's check, with a `remote_subject` that answers its questions from the reply. If something is
wrong, the kernel is asked for more, such as `replays`, unless it has `told_before`. The result is a
`cell_verdict`.

At the end, `whose_answers` compares wrong answers with the exercises of others. `quoted_lines`
makes sure that quoted lines are the student's, `flags` finds what an instructor should look at, and
`viva` what to talk about with the student.
"""
