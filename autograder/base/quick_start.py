"""Makes the command start and end quickly. The command imports this module first.

It skips slow imports that nothing here needs:

- jsonschema, which nbformat needs, imports rfc3987_syntax and isoduration if they are installed, to
  check the formats of internationalised addresses and of durations. The schema of notebooks has
  neither format, and the grammar of the first package takes a second to load.
- jupytext and nbgrader import their extensions for Jupyter's server, and so the server itself.
"""

import atexit
import gc
import sys
from types import ModuleType
from typing import cast

# To Python, it is as if they were not installed. jsonschema and jupytext can do without them.
for name in ("sync", "async"):
    cast(dict, sys.modules).setdefault(f"jupytext.{name}_contentsmanager", None)
for name in ("rfc3987_syntax", "isoduration"):
    cast(dict, sys.modules).setdefault(name, None)
for name in ("assignment_list", "course_list", "formgrader", "validate_assignment"):
    unused = ModuleType(f"nbgrader.server_extensions.{name}")
    vars(unused)["load_jupyter_server_extension"] = None
    sys.modules.setdefault(unused.__name__, unused)

# Imports make a million objects, hardly any of them garbage, so garbage is collected less often.
gc.set_threshold(500_000)
# At exit, garbage collection need not go through all of them.
atexit.register(gc.freeze)
