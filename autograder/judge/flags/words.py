"""Lists the words by which `from_source` finds what an instructor should look at in students' code.

`names_used` finds them in a cell. A function that looks up a name is written `getattr()`; a name of
the course, from whichever of its modules, `course.value_of`; and a private one of PyTorch's,
`torch._refs`.
"""


def _words(text: str) -> set[str]:
    return set(text.split())


# Names by which PyTorch or another library differentiates instead of the student.
_AUTOGRAD = _words(
    """
    _ImperativeEngine _decomp _enter_dual_level _execution_engine _log_softmax_backward_data
    _make_dual _softmax_backward_data _unpack_dual aten autograd enable_grad functional_call
    functorch grad grad_fn hessian jacfwd jacobian jacrev jvp linearize make_dual make_fx
    requires_grad requires_grad_ retain_grad run_backward vjp
    """
)
# Those that honest comparisons use. If a student's code uses them while it is questioned, that is
# noticed at run time (`in_kernel/watching/autograd.py`).
COMPARES = _words(
    """
    autograd enable_grad grad grad_fn hessian jacfwd jacobian jacrev jvp requires_grad
    requires_grad_ retain_grad vjp
    """
)
# Names by which code inspects the interpreter or the notebook that runs it, observes other code, or
# changes what IPython runs and displays.
_INSPECTION = _words(
    """
    DisableTorchFunction InteractiveShell TorchDispatchMode TorchFunctionMode _C __builtins__
    __closure__ __code__ __globals__ __loader__ __reduce__ __reduce_ex__ __self__ __setattr__
    __spec__ __subclasses__ __torch_dispatch__ __torch_function__ __wrapped__ _cffi_backend _ctypes
    _current_frames _disable_current_modes _getframe _here _mode_utils _python_dispatch _wire
    addaudithook ag_frame as_subclass ast_parse ast_transformers cffi cr_frame ctypes currentframe
    display_formatter display_pub displayhook f_back f_code f_globals f_locals get_ipython
    get_objects get_referents get_referrers getargvalues getattr_static getclosurevars getmembers
    gi_frame in_kernel input_transformers_cleanup input_transformers_post ipykernel linecache
    marshal monitoring overrides pipe_kernel run_ast_nodes setprofile settrace showtraceback
    tb_frame
    """
)
# Names by which code can use things without naming them: the names here, some of Python's own
# functions, and those in `BY_NAME` if the name that they look up is not written in the code. Python
# itself offers all of these but `torch.jit`, which runs texts that Python does not compile.
# Functions of other libraries are not listed: there are too many to know.
_LOOKUPS = _words(
    """
    __dict__ __getattr__ __getattribute__ __match_args__ attrgetter builtins get_field import_module
    jit methodcaller mock modules pydoc resolve_dotted_attribute resolve_name
    """
)
PYTHONS_OWN = {"globals", "locals", "vars"}
BY_NAME = {"getattr": 1, "setattr": 1, "__import__": 0}  # and which argument is the name
# Parts of the course, in any of its modules, that know the right result of every given node, or ask
# about an engine.
_RESULTS = _words(
    """
    course.OPERATIONS course.operation_of course.operations course.put_right_results
    course.questions course.result_of course.results_of course.right_results course.subject
    course.value_of
    """
)
_SEARCHED = {
    "uses words of PyTorch's autograd": _AUTOGRAD,
    "uses words of the interpreter": _INSPECTION,
    "uses words of the course's own results": _RESULTS,
    "uses names that are not written in it": _LOOKUPS
    | {f"{function}()" for function in (*PYTHONS_OWN, *BY_NAME)},
}


def findings_from(names: set[str]) -> dict[str, set[str]]:
    """What is to be flagged in code that uses these names, each with the names that show it."""
    found = {finding: names & words for finding, words in _SEARCHED.items()}
    parts = (name.removeprefix("torch.") for name in names if name.startswith("torch."))
    # Names for which there is a better sentence are left out.
    found["uses private parts of PyTorch"] = set(parts) - set().union(*found.values())
    return {finding: words for finding, words in found.items() if words}


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore, by which libraries mark what is not for others."""
    return name.startswith("_") and not name.startswith("__")
