"""Repairs a submission, however damaged: puts the student's answers into the released notebook.

`repair` does this in steps, which work on a `repair_state`. `recognise` finds the released cells,
or refuses what is not this homework. `boundaries` undoes merging and splitting of cells, `answers`
finds the student's answers, and `assemble` puts them into the released notebook. All of them use
`compared_text`, which says what two cells have in common. `earlier_releases` remembers releases
that were replaced.
"""
