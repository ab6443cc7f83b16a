"""Makes what authors need besides the homeworks.

The `bank` of known mistakes and right answers, read by `bank_texts`, tests the checks in
`answer_runs` of the author's solution. `hint_texts` collects hints, `sample_class` makes
submissions, and `message_list` lists every sentence of the code on one page.
"""
