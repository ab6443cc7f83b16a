"""What a homework's notebook is: the author's text (`source`, `headers`, `check_cells`), what is in
its `cells` (`cell_text`, `titles`, `hints`), the set-up cell, the choices for all notebooks
(`choices`), and `finding`, `reading` and `tidying` a submitted one, through the `door`."""
