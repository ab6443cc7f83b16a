"""Imported before anything else by the command, to be quick to start, and to end.

Some of what others import takes long, and nothing here needs it:

- jsonschema, which nbformat needs, imports rfc3987_syntax if it is installed, to check the format
  of internationalised addresses. No notebook has such a check, and its grammar takes a second.
- nbgrader imports its extensions of Jupyter's server, and with them the server.
"""

import atexit
import gc
import sys
from types import ModuleType

sys.modules.setdefault("rfc3987_syntax", None)  # an ImportError, which jsonschema expects
for name in ("assignment_list", "course_list", "formgrader", "validate_assignment"):
    unused = ModuleType(f"nbgrader.server_extensions.{name}")
    unused.load_jupyter_server_extension = None
    sys.modules.setdefault(unused.__name__, unused)

# Of a million objects that imports make, next to none is garbage: look for it less often.
gc.set_threshold(50_000)
# When all ends, nobody needs to go through all of them.
atexit.register(gc.freeze)
