"""Tells whether an error says that a student has not written something yet."""

import dis

from course.running.whose_code import is_ours, is_students


def is_unwritten(error: BaseException) -> bool:
    """Whether an error says that the student has not written something yet. PyTorch raises an error
    of the same class if it lacks an operation for a type; that does not count."""
    if not isinstance(error, NotImplementedError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or is_ours((code := trace.tb_frame.f_code).co_filename):
        return True
    if not is_students(code.co_filename):
        return False
    return dis.opname[code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"


def why_not(error: Exception) -> str:
    """Why a student's node could not be measured, as the end of a sentence."""
    if is_unwritten(error):
        return "is not written yet."
    return f"does not run yet ({type(error).__name__}: {error})."
