"""Adapts nbgrader to this project.

`gradebook` reads and changes a class's gradebook, in which `save_cells` enters a homework.
`recorded_scores` says what its entries mean, and `student_rows` are all those about one student. A
`marks_writer` enters marks: `save_grades` takes them from the verdicts, `replaced_scores` come back
when a ruling is withdrawn, and `late_penalties` are taken off.

Of nbgrader itself, `settings` sets what can be set, `patches` changes what cannot, and `steps`
takes its own steps. `autograde` makes its command do what `autograder grade` does.

If nbgrader changes, this package has to change. So may the classes that `settings` names, which
nbgrader makes itself when it needs them, so that they inherit from its own: `collect/exchange`,
`hand_out/for_students` and `reports/feedback`. Nothing else imports nbgrader or knows its tables,
but `autograder.reports.formgrader` knows formgrader's template, and `autograder.base.quick_start`
names nbgrader's server extensions.
"""
