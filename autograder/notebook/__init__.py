"""Understands a homework's notebook, as its author writes it and as it is released.

`source` makes it from the author's text, which `percent_text` reads, with its `headers`;
`check_cells` writes the checks, and `points_table` fills in what they are worth. `cells` says what
each cell is for, `cell_text` what its text holds, `markers` which part of it is a solution, and
`titles` what it is called; graded cells are `exercises`. `set_up` makes the first cell from the
functions of `set_up_functions` and the `packed_course`, and `release_choices` are the choices for
all notebooks. `notebook_files` reads the notebook that was made of all this, and students' graded
ones with their `grading_notes`. `whole_lines` undoes the line breaks of its output.
"""
