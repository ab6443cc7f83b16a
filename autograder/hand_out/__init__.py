"""Makes what students get.

`release` makes a homework's notebook without solutions: `for_students` takes them out, and `ai`
tells the AI in Colab what to do. `leaks` looks for what is left of solutions, `unmarked` for
forgotten markers, and `pools` for checks of another exercise than is shown. `save_cells` enters the
cells in the gradebook. `choice_change` changes what all notebooks link to and say.
`public_files` is all that students get, and `published_folder` a folder or a repository with that,
which `publish` brings up to date. `key` is for after the deadline.
"""
