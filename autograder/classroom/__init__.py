"""A class: who is in it, its rules, and its gradebook.

People: `roster`, of each `student`; `roster_file` reads it from a `csv_file` with the `headings` of
any system. `person_names` and `spelling` help to find whom a text means, `same_people` finds people
in another list, and `former_ids` are those before a renaming.

Rules: `policy`, which `policy_file` reads, with `extensions` and `due_times`.

The gradebook is nbgrader's: `nbgrader_api`, with `settings` and `nbgrader_patches`. `one_path`
makes nbgrader's own command read what `autograder grade` reads, `timestamps` tells when something
was handed in, and `exchange` collects without following links.
"""
