"""Learning management systems.

`formats` makes files that they import, `template` fills in a file that one exported, `sheet` reads
and writes CSV, `export_summary` tells the instructor what to do with an `export_task`;
`spreadsheets` are for people; `feedback_zip` holds the pages for students; `gradescope` grades on
Gradescope.
"""
