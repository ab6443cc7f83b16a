"""Which system calls a student's kernel may make."""

import pytest

from autograder.sandbox.inside import seccomp


@pytest.mark.parametrize("machine", seccomp.AUDIT_ARCH)
def test_a_filter_is_made_for_each_machine(machine, monkeypatch):
    monkeypatch.setattr(seccomp.platform, "machine", lambda: machine)
    program = seccomp.filter_program()
    assert len(program) % 8 == 0
    assert len(program) // 8 < 4096
    numbers = seccomp._always_allowed(machine)
    assert len(numbers) == len(set(numbers))
