"""Reports on marks, and the course as a website (`site`).

`exercises`, `marks` and `total` are from the gradebook, `facts` and `item_analysis` are what they
tell. Instructors get `tables`, a page (`class_page`), what `formgrader` shows and sheets for talks
(`viva`); students get `feedback` (`feedback_page`, `diagnosis`), and may disagree (`inquiry_text`,
`inquiries`). `pages`, `safe_html` and `page_process` keep HTML harmless.
"""
