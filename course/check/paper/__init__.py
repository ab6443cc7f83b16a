"""Checks of work done on paper.

`blanks` checks numbers and formulas, `by_hand` passes through a graph, `calculus` a derivative,
`by_expression` equations of a network, `edges` what is read off a graph, `multiple_choice` a choice
of options, and `find_engines` graphs that find wrong engines. `answers` reads what was written.
`number_blank` judges one answer, and `answers_together` says what several show; `follow_on` and
`edits` say why one is wrong.
"""
