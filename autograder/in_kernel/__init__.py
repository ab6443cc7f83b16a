"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

`agent` answers them; `bent_gradients` is one that no notebook asks. They cross over with their
answers as JSON: `questions_as_json`, in which `values_as_json` are, and `graphs_as_json`;
`evidence` writes them, and says how they are recognised; on the way to the kernel, they are
`sealed`. `watching` notices what looks like a trick, `withheld_module` stands in for each module
that is withheld, and `storable_text` makes students' text fit for a file.

All of this is copied into the sandbox, as a package of its own. The trusted process uses it, too,
to answer for the author's solution.
"""
