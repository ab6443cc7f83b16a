"""A class: who is in it, its rules, and its gradebook.

People: `roster`, from a `csv_file` with the `headings` of any system and names in any `spelling`,
and `former_ids`. Rules: `policy`, which `policy_file` reads, with `extensions` and `due_times`. The
gradebook is nbgrader's: `nbgrader_api`, with `settings` and `nbgrader_patches`; `one_path` makes
nbgrader's own command read what `autograder grade` reads, `timestamps` tells when something was
handed in, and `exchange` collects without following links.
"""
