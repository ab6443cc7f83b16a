"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

An `agent` answers them; `bent_gradients` asks one that no notebook asks. Questions and answers
cross over as JSON: `questions_as_json`, which hold `values_as_json`, and `graphs_as_json`. A
request comes `sealed`, and its answers are displayed as `evidence`, with a name for the
`reached_code`. `watching` notices what looks like a trick, `withheld_module` stands in for each
module that is withheld, and `storable_text` makes students' text fit for a file.

All of this is copied into the sandbox, as a package of its own. The trusted process uses it, too,
to answer for the author's solution.
"""
