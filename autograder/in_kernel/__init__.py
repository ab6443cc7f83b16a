"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

An `agent` answers them. Most are the questions that checks ask in a notebook, too, but
`bent_gradients` adds one that only the judge asks. Questions, values and graphs travel as JSON
(`questions_as_json`, `values_as_json`, `graphs_as_json`). A request is `sealed`. Its answers are
displayed as `evidence`, with a name for the code that they depend on (`reached_code`). `watching`
notices what looks like a trick, `withheld_module` stands in for the modules that students' code
does not get, and `storable_text` makes students' text fit for a file.

All of this is copied into the sandbox, as a package of its own. The trusted process uses it, too,
to answer for the author's solution.
"""
