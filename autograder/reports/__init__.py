"""Makes reports on marks.

Instructors get `marks_tables` (each a `fitting_table`), a `grading_summary`, a page (`class_page`,
with a `histogram`), both with `stopped_cells`, the page's facts for scripts (`class_json`), what
`formgrader` shows and sheets for talks (`viva_sheet`); students get `feedback` (`feedback_page`,
`diagnosis`). `page_state` says which feedback pages are out of date.
"""
