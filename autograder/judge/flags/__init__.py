"""Words what an instructor should look at. A flag is a sentence, and never lowers a mark.

This half is trusted: it runs outside the sandbox. `from_source` searches what a student wrote, with
`names_used`, for `words`. `from_answers` finds answers that an engine cannot have computed.
`from_kernel` words what the other half, `autograder.in_kernel.watching`, noticed inside the
student's kernel; that is a hint, since the student's code could remove it.

docs/security.md has a table of all that is noticed, when, and what may escape. No list of tricks is
complete. So there is no code for those of which the points are open anyway, or that only somebody
who has read all of this would think of.

Each finder returns sentences, a `Verdict` holds those on its cell, and
`autograder.grading.submission` puts them together, with the names of cells, and adds what happened
to the whole notebook. They are listed in the journal, in reports and in formgrader.
"""
