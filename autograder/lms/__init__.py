"""Returns marks and pages to learning management systems.

`formats` makes files that these systems import, with `comments` beside the marks, and `template`
fills in a file that one exported; `sheet` reads and writes their CSV. An `export_task` is what to
export, and `export_summary` tells the instructor what to do with it. `spreadsheets` are for people,
`feedback_zip` holds the pages for students, and `gradescope` grades on Gradescope.
"""
