"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

An `agent` answers them. Most are questions that checks also ask in a notebook; `bent_gradients`
adds one that only the judge asks. Questions, values and graphs travel as JSON (`questions_as_json`,
`values_as_json`, `graphs_as_json`). Requests are `sealed`. The answers are displayed as `evidence`,
together with a name for the code that produced them (`reached_code`). `watching` notices what looks
like a trick, `withheld_module` replaces the modules that students' code must not have, and
`storable_text` makes students' text safe to write to a file.

The whole package is copied into the sandbox, where it is a top-level package. The trusted process
uses it, too, to get the answers of the author's solution.
"""
