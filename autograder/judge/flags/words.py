"""Lists the words by which `flags` finds what an instructor should look at in students' code."""

import re


def _words(text: str) -> set[str]:
    return set(text.split())


# Names by which PyTorch or another library differentiates instead of the student.
_AUTOGRAD = _words(
    """
    _ImperativeEngine _decomp _enter_dual_level _execution_engine _log_softmax_backward_data
    _make_dual _softmax_backward_data _unpack_dual aten autograd enable_grad functional_call
    functorch grad grad_fn hessian jacfwd jacobian jacrev jvp linearize make_dual make_fx
    requires_grad requires_grad_ retain_grad run_backward torch.func vjp
    """
)
# Those that honest comparisons use. If they are used while a student's code is questioned, that is
# noticed when it happens (`in_kernel/watching/autograd.py`).
COMPARES = _words(
    """
    autograd enable_grad grad grad_fn hessian jacfwd jacobian jacrev jvp requires_grad
    requires_grad_ retain_grad vjp
    """
)
# Names by which code inspects the notebook or the interpreter that runs it.
_INSPECTION = _words(
    """
    __builtins__ __globals__ __subclasses__ _current_frames _getframe _here ag_frame
    ast_transformers cr_frame ctypes display_formatter displayhook f_back f_code f_globals
    f_locals gc get_ipython get_objects gi_frame in_kernel input_transformers_post inspect
    showtraceback subject subprocess tb_frame
    """
)
# With these, code is told what other code does, or is handed the frames that run.
_INSPECTION |= _words(
    """
    TorchDispatchMode TorchFunctionMode __torch_dispatch__ __torch_function__ _signal addaudithook
    as_subclass mock monitoring setprofile settrace signal.*
    signal.signal
    """
)
# Where a kernel keeps what was run, and what it displays by.
_INSPECTION |= _words(
    """
    DisableTorchFunction InteractiveShell _cffi_backend _ctypes _disable_current_modes
    _mode_utils _python_dispatch _wire cffi display_pub ipykernel linecache overrides
    pipe_kernel torch._C
    """
)
# Names by which code can use things without naming them: the names here, some of Python's own
# functions, and those in `BY_NAME` if the name that they look up is not written in the code. These
# are what Python itself offers for this. Functions of libraries are not listed: there are more than
# anybody can know of, and a kernel tells of what they reach (`in_kernel/watching/other_code.py`),
# and of each text that code runs or unpickles.
_LOOKUPS = _words(
    """
    __dict__ __getattribute__ attrgetter builtins import_module methodcaller modules
    """
)
PYTHONS_OWN = {"globals", "locals", "vars"}
BY_NAME = {"getattr": 1, "setattr": 1, "__import__": 0}  # and which argument is the name
# Those parts of the course, in any of its modules, that know the right result of every given node,
# or ask about an engine.
_RESULTS = _words(
    """
    course.OPERATIONS course.check.questions course.operation_of course.operations
    course.put_right_results course.result_of course.results_of course.value_of
    """
)
INSPECTS = "uses words of the interpreter"
SEARCHED = {
    "uses words of PyTorch's autograd": _AUTOGRAD,
    INSPECTS: _INSPECTION,
    "uses words of the course's own results": _RESULTS,
    "uses names that are not written in it": _LOOKUPS
    | {f"{function}()" for function in (*PYTHONS_OWN, *BY_NAME)},
}
LISTED = frozenset().union(*SEARCHED.values())
# Those of Python's own names, such as `__init__`, that occur in ordinary classes and notebooks. By
# the other ones, code can reach things without naming them, in more ways than can be listed.
ORDINARY = _words(
    """
    abs add all annotations bool call class contains copy deepcopy del doc enter eq exit file float
    floordiv format future ge getitem gt hash iadd import imul index init int isub iter itruediv le
    len lt main matmul mod module mul name ne neg new next pos post_init pow qualname radd repr
    reversed rmatmul rmul round rpow rsub rtruediv setitem slots str sub truediv version
    """
)
_PYTHONS_NAME = re.compile(r"__(\w+?)__")


def is_unusual(name: str) -> bool:
    """Whether a name is one of Python's own, but not an ordinary one."""
    match = _PYTHONS_NAME.fullmatch(name)
    return match is not None and match[1] not in ORDINARY


def findings_from(names: set[str]) -> dict[str, set[str]]:
    """What code does that uses these names and is to be flagged, with the names by which it does
    so."""
    unusual = {name for name in names - LISTED if is_unusual(name)}
    found = {finding: names & words for finding, words in SEARCHED.items()}
    found[INSPECTS] |= unusual
    return {finding: words for finding, words in found.items() if words}
