"""Reports on marks, and the course as a website (`site`).

Instructors get `tables`, a `grading_summary`, a page (`class_page`), what `formgrader` shows and
sheets for talks (`viva_sheet`); students get `feedback` (`feedback_page`, `diagnosis`), and may
disagree (`inquiry_text`, `inquiries`, `inquiry_list`). `page_state` says which feedback pages are
out of date. `pages`, `safe_html`, `drawings` and `page_process` keep HTML harmless.
"""
