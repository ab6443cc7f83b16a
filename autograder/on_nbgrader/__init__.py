"""Adapts nbgrader to this project.

`gradebook` reads and changes a class's gradebook, into which `save_cells` enters a homework.
`recorded_scores` says what the entries mean, and `student_rows` takes out and puts back those about
one student. `marks_writer` enters marks: `save_grades` takes them from the verdicts,
`replaced_scores` restores manual scores when a ruling is withdrawn, and `late_penalties` computes
what is taken off.

nbgrader itself is changed in `settings` where it has a setting, and in `patches` where it has none.
`steps` runs the steps of nbgrader, and `autograde` makes its command do what `autograder grade`
does.

If nbgrader changes, this package has to change. So may some classes elsewhere that inherit from
nbgrader's, because nbgrader creates them itself, by the names in `settings`: `collect/exchange`,
`hand_out/for_students` and `reports/feedback`. Nothing else imports nbgrader or knows its tables,
but `autograder.reports.formgrader` knows formgrader's template, and `autograder.base.quick_start`
names nbgrader's server extensions.
"""
