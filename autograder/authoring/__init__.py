"""For authors, besides the homeworks: the `bank` of known mistakes and right answers, read from
`bank_texts`, which tests the checks (`runs`); the hints of `hint_texts`; the sample class
(`sample_class`); and all `messages` on one page."""
