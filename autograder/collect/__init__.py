"""Collecting submissions: from a system's bulk download to a class's `submitted/`.

`archive` opens the download; `which_system` finds out where it comes from; `layouts`, `gradescope`
and `plain` tell who handed in what; Moodle says when in `time_in_words`. `choose` picks the
notebook from a student's files, `versions` keeps every attempt, `version_choice` says which is
graded, `submitted` puts it in place, and `collect` does it all for a class, unless it is a
`wrong_download`. `show` prints what happened. `exchange` is nbgrader's own way to collect.
"""
