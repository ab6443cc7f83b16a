"""Makes what authors need besides the homeworks.

This is the `bank` of known mistakes and right answers, which is read from `bank_texts` and tests
the checks (`runs`); the hints of `hint_texts`; the `sample_class`; and all `messages` on one page.
"""
