"""Returns marks and pages to learning management systems.

An `export_task` says what to export. `export` makes a file that a system imports. `template` fills
in a file that the system exported, and `sheet` reads and writes such CSV files. `csv_tables` makes
tables for people, and `feedback_zip` packs the pages for students.
"""
