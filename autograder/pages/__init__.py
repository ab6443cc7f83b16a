"""Makes HTML pages that load nothing, also from what students wrote.

`rendering` fills the `templates`. `shown_cells` makes HTML of a notebook's cells, from `markdown`,
`formulas` and, for any other text, `safe_html`, which says what may stay in HTML; `pictures` says
which a browser can show at once, and the `page_budget` how much of all this. `page_process` makes
pages where a text can do no harm.
"""
