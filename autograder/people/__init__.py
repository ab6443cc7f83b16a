"""Who is in a class.

`roster` is the class list, of each `student`; `roster_file` reads it from a `csv_file` with the
`headings` of any system. `person_names` and `spelling` help to find whom a text means,
`changed_ids` finds people in another list, `former_ids` are those before a renaming, and a
`suggestion` says whom an unknown id may mean.
"""
