import pytest

# Assertions in helpers then say what they compared, as those in tests do.
pytest.register_assert_rewrite("tests.helpers")
