"""Understands a homework's notebook, as its author writes it and as it is released.

`source` makes the notebook from the author's text, which `percent_text` reads, with its `headers`.
`check_cells` writes the checks, and `points_table` fills in what they are worth. `set_up` makes the
first cell from the functions of `set_up_functions` and the `packed_course`, and `release_choices`
holds the choices that apply to every notebook.

For each cell, `cells` says what it is for, `cell_text` what its text holds, `markers` which part of
it is a solution, and `titles` what it is called. Graded cells are `exercises`. `notebook_files`
reads the finished notebook, and students' graded notebooks with their `grading_notes`.
`whole_lines` undoes the line breaks in a notebook's output.
"""
