"""Backward passes that PyTorch refuses."""

from course import refused_by_pytorch


def test_the_programs_that_pytorch_refuses_are_found():
    programs = {"exp": lambda x: x.exp().add_(1), "sine": lambda x: x.sin().add_(1)}
    assert refused_by_pytorch(programs) == {"exp": "error", "sine": "fine"}
