"""Makes what students get.

`release` makes a homework's notebook: `for_students` takes out the solutions and marks given cells
that checks use, and `ai` tells the AI in Colab what to do. It refuses if `leaks` finds what is left
of solutions, `unmarked` forgotten markers, or `wrong_pools` checks of another exercise than is
shown, or if the `rehearsal` fails.

`public_files` is all that students get, and `published_folder` a folder or a repository with that,
which `publish` brings up to date; `site` makes a website of it. `key` is for after the deadline.
"""
