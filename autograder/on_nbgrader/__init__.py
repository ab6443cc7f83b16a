"""Adapts nbgrader to this project.

`gradebook` reads and changes a class's gradebook, and `recorded_scores` says what its entries mean.
`save_cells` enters a homework, and `marks_writer` marks: `save_grades` what cells earn, with
`replaced_scores` put back, less `late_penalties`. `student_rows` are all that it has of a student.
`steps` takes nbgrader's own steps, `settings` and `patches` fit nbgrader to the project, and
`autograde` makes its own command do what `autograder grade` does.

If nbgrader changes, this package has to change. So may the classes that `settings` names, which
nbgrader makes itself when it needs them, so that they inherit from its own: `collect/exchange`,
`hand_out/for_students` and `reports/feedback`. Nothing else knows nbgrader or its tables.
"""
