"""Makes the command start and end quickly. The command imports this module first.

It skips slow imports that nothing here needs:

- jsonschema, which nbformat needs, imports rfc3987_syntax and isoduration if they are installed, to
  check the formats of internationalised addresses and of durations. No notebook has such a check,
  and the grammar of the first takes a second.
- jupytext and nbgrader import their extensions for Jupyter's server, and with them the server.
"""

import atexit
import gc
import sys
from types import ModuleType
from typing import cast

# As if they were not installed, which jsonschema and jupytext expect.
for name in ("sync", "async"):
    cast(dict, sys.modules).setdefault(f"jupytext.{name}_contentsmanager", None)
for name in ("rfc3987_syntax", "isoduration"):
    cast(dict, sys.modules).setdefault(name, None)
for name in ("assignment_list", "course_list", "formgrader", "validate_assignment"):
    unused = ModuleType(f"nbgrader.server_extensions.{name}")
    vars(unused)["load_jupyter_server_extension"] = None
    sys.modules.setdefault(unused.__name__, unused)

# Imports make a million objects, hardly any of them garbage: collect it less often.
gc.set_threshold(500_000)
# At exit, nothing needs to go through all of them.
atexit.register(gc.freeze)
