"""Makes reports on marks.

For instructors, there are `marks_tables` for a terminal (each a `fitting_table`), and a page about
the class (`class_page`) or its facts for scripts (`class_json`). `formgrader` shows them answers to
grade by hand, and a `viva_sheet` is for a talk with a student.

Students get `feedback`: a `feedback_page` with the `diagnosis` of each failed check. `page_state`
says which of these pages are out of date.
"""
