"""Makes reports on marks, and the course as a website (`site`).

Instructors get `tables`, a `grading_summary`, a page (`class_page`), an `inquiry_list`, what
`formgrader` shows and sheets for talks (`viva_sheet`); students get `feedback` (`feedback_page`,
`diagnosis`). `page_state` says which feedback pages are out of date. `pages` fills templates.

`inquiries` are from students who disagree with a mark; `web` makes harmless HTML from what students
wrote.
"""
