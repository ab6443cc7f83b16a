"""Returns marks and pages to learning management systems.

An `export_task` is what to export. `export` makes a file that a system imports; `template` fills in
one that it exported, and `sheet` reads and writes their CSV. `csv_tables` are for people,
and `feedback_zip` holds the pages for students.
"""
