"""Imported before anything else by the command, to be quick to start, and to end.

jsonschema, which nbformat needs, imports rfc3987_syntax if it is installed, to check the format of
internationalised addresses. No notebook has such a check, and its grammar takes a second to build.
"""

import atexit
import gc
import sys

sys.modules.setdefault("rfc3987_syntax", None)  # an ImportError, which jsonschema expects

# When all ends, nobody needs to go through a million objects to see which are garbage.
atexit.register(gc.freeze)
