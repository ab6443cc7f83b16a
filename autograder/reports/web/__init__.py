"""Makes harmless HTML from what students wrote.

`safe_html` keeps what browsers may show, `drawings` says which pictures a browser can draw, and
`page_process` makes pages where a text can do no harm.
"""
