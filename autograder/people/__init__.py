"""Knows who is in a class.

`roster` is the class list, with each `student`; `roster_file` reads it, by the `headings` of any
system. When a text names somebody, `spelling` helps to find out who is meant, and `suggestions`
says who may be. `former_ids` remembers the ids that students had before they were renamed, and
`list_changes` finds students who have a different id in another list.
"""
