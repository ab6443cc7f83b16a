"""Keeps a session's folder of temporary files from being removed while another session runs.

At its end, pytest first removes the folder, `pytest-12`, and later the lock in it. In between, it
removes what earlier sessions left. If another session began then, it would get the same number,
lose its lock, and soon its files: SQLite would call a gradebook "a readonly database".
"""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Removes the lock while the folder is there, so that its number is taken."""
    # pytest 8 removes the lock when the process ends.
    if to_do := getattr(session.config._tmp_path_factory, "_exit_stack", None):
        to_do.close()
