"""Makes harmless HTML from what students wrote.

`safe_html` keeps what browsers may show, `drawings` and `pictures` say what a browser can draw and
show at once, and `page_process` makes pages where a text can do no harm.
"""
