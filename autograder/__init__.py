"""Releases, grades and reports the homeworks, on the basis of nbgrader.

These are its folders. Each imports only from folders that stand below it in this list:

    cli            the commands
    exporting      marks and pages in the form that an LMS takes back
    on_gradescope  the same grading, in Gradescope's container
    reports        tables and pages about marks
    inquiries      what students send who disagree with a mark, and the replies to it
    marks          the gradebook read and added up
    enrolment      students who are renamed, forgotten or restored
    hand_out       the notebooks that students get, and the repository or website they come in
    authoring      the bank of known mistakes, hints, and the sample class
    collect        what an LMS gives, put where nbgrader wants it
    systems        what is particular to each LMS: its downloads and its gradebook
    grading        one submission, and a class, with gradebook and journal
    repairing      the answers of a submission, put into the released notebook
    judge          the checks, run on what a student's cells answered; the author's answers
    sandbox        the only place where students' cells run
    on_nbgrader    nbgrader's gradebook and settings, and its own commands
    rules          a class's due times, penalties and total
    people         who is in the class
    submissions    reading a submitted notebook, in whatever state it is
    pages          HTML pages, safe to open whoever wrote the text on them
    notebook       what a homework's notebook is: its text and its cells
    in_kernel      the code that answers the judge's questions inside the sandbox
    base           folders, files, text by other people, and how a command starts and ends
"""
