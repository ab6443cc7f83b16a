"""Releases, grades and reports the homeworks, on the basis of nbgrader.

From a text in `solutions/` to a mark, by folder; each imports only what stands below it:

    cli            the commands
    exporting      marks and pages in the form that an LMS takes back
    on_gradescope  the same grading, in Gradescope's container
    reports        tables and pages about marks
    inquiries      what students who disagree with a mark send, and how people answer
    marks          the gradebook read and added up
    enrolment      students who are renamed, forgotten or restored
    hand_out       the notebooks that students get, and the repository or website they come in
    authoring      the bank of known mistakes, hints, and the sample class
    collect        what an LMS gives, put where nbgrader wants it
    systems        what is particular to each LMS: its downloads and its gradebook
    grading        one submission, and a class, with gradebook and journal
    repairing      the answers of a submission, put into the released notebook
    judge          the checks run on what the cells answered, beside the author's solution
    sandbox        students' cells run here and nowhere else
    on_nbgrader    nbgrader's gradebook and settings, and its own commands
    rules          a class's due times, penalties and total
    people         who is in the class
    submissions    reading a submitted notebook, in whatever state it is
    pages          HTML that is harmless, whoever wrote what it shows
    notebook       what a homework's notebook is: its text and its cells
    in_kernel      what goes into the sandbox with a student's cells
    base           folders, files, text by others, and how a command starts and ends
"""
