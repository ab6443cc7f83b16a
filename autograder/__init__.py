"""Releasing, grading and reporting the homeworks, on nbgrader.

From a text in `solutions/` (`source`) to a mark, by folder:

    hand_out    the notebook that students get, and the repository it comes in
    collect     what an LMS gives, put where nbgrader wants it
    mending     a submission is read, and its answers put into the released notebook
    sandbox     its cells run here and nowhere else; in_kernel is what goes in there with them
    judge       the checks run on what the cells answered, beside the author's solution
    grading     all of this for one submission, and for a class, with gradebook and journal
    reports     tables and pages about marks
    export      marks in the form that an LMS takes back
    gradescope  the same grading in Gradescope's container
    authoring   the bank of known mistakes, and the sample class
    cli         the commands

nbgrader knows of them by `settings`, `preprocess`, `extra_credit` and `formgrader`; `nbgrader_api`
is how they know of nbgrader. `house` says where files are, `roster` who is in the class, `titles`
what exercises are called.
"""
