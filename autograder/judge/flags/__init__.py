"""Words what an instructor should look at. A flag is a sentence, and never lowers a mark.

The table in docs/security.md says what each module notices, when, and what may escape. This half is
trusted, because it runs outside the sandbox. No list of tricks is complete. Left out on purpose are
tricks for points that can be earned without the work anyway, and tricks that only somebody who has
read all of this code would think of.

`from_source` finds flags by the `words` and `names_used` in a student's source, `from_kernel` by
what the kernel says about itself, and `from_answers` by whether right gradients can be an engine's
own work. Each returns sentences, and a `Verdict` holds those on its cell.
`autograder.grading.submission` collects them, with the names of cells, and adds what happened to
the whole notebook. They are listed in the journal, in reports and in formgrader.
"""
