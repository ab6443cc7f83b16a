"""For authors: the `bank` of known mistakes and right answers, which tests the checks (`runs`), the
sample class (`sample_class`), and all `messages` on one page."""
