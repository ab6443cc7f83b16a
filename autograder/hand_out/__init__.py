"""Makes what students get.

`release` makes a homework's notebook without solutions: `blank` takes them out, `leaks` looks for
what is left of them, `unmarked` for forgotten markers, and `pools` for checks of another exercise
than is shown. `ai` tells the AI in Colab what to do, and `save_cells` enters the cells in the
gradebook. `choice_change` changes what all notebooks link to and say.
`public_files` is all that students get, and `published_folder` a folder or a repository with that,
which `publish` brings up to date; `site` makes a website of it. `key` is for after the deadline.
"""
