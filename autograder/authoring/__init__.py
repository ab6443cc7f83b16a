"""Makes what authors need besides the homeworks.

The `bank` tests the checks with known mistakes and right answers: `bank_texts` reads them, and
`answer_runs` puts them into the author's solution. `hint_texts` collects hints, `sample_class`
makes submissions, and `message_list` lists every sentence in the code on one page.
"""
