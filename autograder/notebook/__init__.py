"""A homework's notebook, as its author writes it, as it is released, and as it is submitted.

`source` reads the author's text, with `headers`; `check_cells` writes the checks. `cells` tells
what each cell is for, `cell_text` what its text holds, `markers` what of it is a solution, and
`titles` what it is called. `hint_texts` and `bank_texts` read hints and known mistakes. `set_up`
makes the first cell from the functions of `in_notebook`; `choices` are the author's for all
notebooks.

Of a submission, `finding` finds the file, `reading` and `tidying` make a notebook of it,
`untrusted` does so within limits, and `unreadable` has the messages if that fails.
"""
