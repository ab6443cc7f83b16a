"""Adapts nbgrader to this project.

`api` gives access to a class's gradebook and nbgrader's steps, `recorded` says what the gradebook's
entries mean, and `marks_writer` enters marks. `settings` and `patches` fit nbgrader to the project.
`autograde` makes nbgrader's own command read what `autograder grade` reads.

If nbgrader changes, this package has to change. So may the classes that `settings` names, which
nbgrader makes itself when it needs them, so that they inherit from its own: `collect/exchange`,
`hand_out/for_students`, `hand_out/save_cells`, `grading/preprocess`, `grading/save_grades`,
`rules/late` and `reports/feedback`. Else only `enrolment/gradebook_rows` knows nbgrader's tables.
"""
