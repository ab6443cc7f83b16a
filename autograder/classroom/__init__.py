"""A class: who is in it (`roster`), and its gradebook, which is nbgrader's (`nbgrader_api`,
`settings`; `one_path` makes nbgrader's own command read what `autograder grade` reads)."""
