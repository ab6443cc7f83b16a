"""Adapts nbgrader to this project.

`nbgrader_api` gives access to a class's gradebook and nbgrader's steps, and `recorded` says what
the gradebook's entries mean. `settings` and `nbgrader_patches` fit nbgrader to the project.
`autograde` makes nbgrader's own command read what `autograder grade` reads.

If nbgrader changes, this package has to change, and so may others that import nbgrader. Some have
steps that `settings` names, which nbgrader imports when it needs them: `collect/exchange`,
`hand_out/for_students`, `hand_out/save_cells`, `grading/preprocess`, `grading/save_grades`,
`rules/late` and `reports/feedback`. The others read or change entries of the gradebook:
`grading/gradebook`, `marks/exercises`, `reports/inquiries/decision`, `enrolment/rename` and
`enrolment/gradebook_rows`.
"""
