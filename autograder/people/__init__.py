"""Knows who is in a class.

`roster` is the class list, with each `student`; `roster_file` reads it, by the `headings` of any
system. `spelling` helps to find out whom a text means, and `suggestions` says whom it may mean.
`former_ids` remembers the ids that students had before they were renamed, and `list_changes` finds
who has another id in another list.
"""
