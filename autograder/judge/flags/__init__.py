"""Finds what an instructor should look at. A flag is a sentence, and never lowers a mark.

A student's code runs in a kernel that it can change, so right answers need not be the work of the
engine that they are about. No list of tricks is complete. So whatever looks like one is told, and a
person decides. It is noticed in the kernel itself (`autograder.in_kernel.watching`), which is a
hint, since the student's code could remove that, and outside, in what was written and answered:

    told                         noticed by                     what may escape it
    ---------------------------  -----------------------------  -------------------------------
    words of autograd, of the    `code_search` in each cell,    names that a library puts
    interpreter or of right      which has the `words` and the  together
    results; names that are      `names_used`
    not written in the code
    the same in code that is     watching.other_code tells the  what machine code does, once it
    in no cell, or has no text   texts; `code_search`           is loaded: only that is told
    autograd was at work         watching.autograd              other libraries' derivatives;
                                                                training loops may use it
    numerical differentiation,   watching.shortcuts, while one  large steps, NumPy, all but the
    a derivative that PyTorch    node's backward runs           first run of each class
    knows
    replaced code, or a hook at  watching.replaced,             what is put back in time
    each call                    watching.self_report
    other threads, processes     watching.other_threads         those that wait meanwhile
    did the engine compute it?   `engine_work`, where answers   an engine that adds up what
                                 contradict each other, and by  backward returns, although it
                                 gradients that nobody expects  has its results from elsewhere

What the kernel noticed comes with its answers (`self_report`). Answers that contradict each other
are also refused, as no engine can have computed them. The judge itself flags evidence that no agent
sends, answers that are somebody else's, an engine that is not in the notebook, and what took too
long to check. Each finder returns sentences, a `Verdict` holds those on its cell, and
`autograder.grading.submission` puts them together, with the names of cells, and adds what happened
to the whole notebook. They are listed in the journal, in reports and in formgrader.
"""
