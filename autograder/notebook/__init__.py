"""A homework's notebook, as its author writes it and as it is released.

`source` reads the author's text, with `headers`; `check_cells` writes the checks. `cells` tells
what each cell is for, `cell_text` what its text holds, `markers` what of it is a solution, and
`titles` what it is called. `set_up` makes the first cell from the functions of `in_notebook`;
`release_choices` are the author's for all notebooks. `read_released` reads what was made of all
that, and `notes` are what repairing and grading add to it.
"""
