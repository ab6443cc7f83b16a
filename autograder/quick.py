"""Imported before anything else by the command and the workers, to be quick to start.

jsonschema, which nbformat needs, imports rfc3987_syntax if it is installed, to check the format of
internationalised addresses. No notebook has such a check, and its grammar takes a second to build.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # an ImportError, which jsonschema expects
