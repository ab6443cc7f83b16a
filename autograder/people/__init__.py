"""Knows who is in a class.

`roster` is the class list, with each `student`; `roster_file` reads it from a `csv_file`, by the
`headings` of any system. `spelling` helps to find out whom a text means, `changed_ids` recognises
people who have other ids in another list, `former_ids` remembers the ids that students had before
they were renamed, and a `suggestion` says whom an unknown id may mean.
"""
