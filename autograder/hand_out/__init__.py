"""Makes what students get.

`release` makes a homework's notebook: `for_students` removes the solutions and marks given cells
that checks use, and `ai` writes instructions to the AI in Colab. The release is refused if a part
of a solution can still be read (`leaks`), if the author forgot a marker (`unmarked`), if a check
belongs to another exercise than is shown (`wrong_pools`), or if the `rehearsal` fails.

`public_files` collects everything that students get. `publish` writes it into a `published_folder`,
which may be a repository, and `site` makes a website of it. `key` makes the answer key, for after
the deadline.
"""
