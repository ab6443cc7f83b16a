"""Answers the judge's questions in a student's kernel; nothing here knows a right answer.

`agent` answers them. Questions and answers cross over as JSON, made by `wire` and `portable` and
written by `bound_json`, and have the MIME type of `evidence`. `bent` is a question that only the
judge asks. `autograd`, `helpers`, `replaced` and `shortcuts` note what looks like a trick,
`deferred` stands in for modules that are withheld, and `text` makes students' text fit for a file.

All of this is copied into the sandbox, as a package called `agent`. The trusted process uses it,
too, to answer for the author's solution.
"""
