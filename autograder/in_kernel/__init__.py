"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

`agent` answers them. Questions and answers cross over as JSON, made by `wire` and `portable` and
written by `bound_json`; `evidence` says how they are recognised. `watching` notices what looks
like a trick, `deferred` stands in for modules that are withheld, and `text` makes students' text
fit for a file.

All of this is copied into the sandbox, as a package of its own. The trusted process uses it, too,
to answer for the author's solution.
"""
