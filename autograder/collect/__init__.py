"""Collects submissions: takes them from a system's bulk download into a class's `submitted/`.

`archive` opens the `download`, and `which_system` recognises where it comes from. `layouts`,
`gradescope` and `plain` find out who handed in what; Moodle says when by a `time_in_words`.
`choose` picks the notebook from a student's files, `versions` keeps every attempt, `version_choice`
says which of them is graded, and `submitted` puts it in place. `collect` does all this for a class,
unless it has been given a `wrong_download`; the `outcome` says what happened, and `show` prints it.
`exchange` is nbgrader's own way to collect.
"""
