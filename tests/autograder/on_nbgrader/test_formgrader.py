"""Formgrader's pages, without a browser."""

import subprocess
import sys

# As nbgrader does in a Jupyter that was not started in the clone: it makes the environment of its
# pages before it reads our settings.
SHOWN = """
from types import SimpleNamespace
from jinja2 import Environment, FileSystemLoader
from nbgrader.server_extensions.formgrader import base, handlers
environment = Environment(loader=FileSystemLoader([handlers.template_path]))
from autograder.on_nbgrader.patches import patch_steps
patch_steps()
handler = SimpleNamespace(settings={"nbgrader_jinja2_env": environment})
names = {"base_url": "", "student_id": "<svg onload=alert(1)>"}
print(base.BaseHandler.render(handler, "manage_students_assignments.tpl", **names))
"""


def test_a_link_brings_no_script_into_a_formgrader_that_was_started_elsewhere():
    page = subprocess.run([sys.executable, "-c", SHOWN], check=True, capture_output=True, text=True)
    assert "&lt;svg onload" in page.stdout and "<svg onload" not in page.stdout
