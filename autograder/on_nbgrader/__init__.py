"""Adapts nbgrader to this project.

`one_class` gives access to a class's gradebook and nbgrader's steps, and `recorded` says what the
gradebook's entries mean. `save_cells` enters a homework, and `marks_writer` marks: `save_grades`
what cells earn, `late` what is taken off. `settings` and `patches` fit nbgrader to the project, and
`autograde` makes its own command do what `autograder grade` does.

If nbgrader changes, this package has to change. So may the classes that `settings` names, which
nbgrader makes itself when it needs them, so that they inherit from its own: `collect/exchange`,
`hand_out/for_students` and `reports/feedback`. Else only `enrolment/gradebook_rows` knows
nbgrader's tables.
"""
