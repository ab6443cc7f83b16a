"""Reports on marks, and the course as a website (`site`).

`exercises`, `marks` and `total` are read from the gradebook (`gathering` puts them together);
`facts` and `item_analysis` are computed from them, `mark_changes` says what grading again changed,
and `page_state` which feedback pages are out of date. Instructors get `tables`, a
`grading_summary`, a page (`class_page`), what `formgrader` shows and sheets for talks
(`viva_sheet`); students get `feedback` (`feedback_page`, `diagnosis`), and may disagree
(`inquiry_text`, `inquiries`, `inquiry_list`).
`pages`, `safe_html`, `drawings` and `page_process` keep HTML harmless.
"""
