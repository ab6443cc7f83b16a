"""Makes HTML pages that load nothing from elsewhere, even when they show what students wrote.

`rendering` fills the `templates`. `shown_cells` turns a notebook's cells into HTML with the help of
`markdown`, `formulas` and, for any other text, `safe_html`, which decides what may stay in HTML.
`pictures` says which pictures a browser can show at once, and `page_budget` bounds how much of a
student's work a page shows. `page_process` makes pages in a process that can be killed, so that a
text which uses up its time or memory makes nothing else fail.
"""
