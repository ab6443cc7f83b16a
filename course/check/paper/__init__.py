"""Checks work done on paper.

`blanks` checks numbers and formulas, `by_hand` passes through a graph, `calculus` a derivative, and
`by_expression` equations of a network. `edges` checks what is read off a graph, `multiple_choice`
the choice of an option, and `find_engines` graphs that catch wrong engines. `answers` reads what
was written. `number_blank` judges a single answer, and `answers_together` finds what several
answers show together. `follow_on` and `edits` say why an answer is wrong.
"""
