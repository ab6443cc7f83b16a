"""Releasing, grading and reporting the homeworks, on nbgrader."""

import sys

# jsonschema, which nbformat imports, builds a grammar of IRIs at import, which takes a second, to
# check a format that no notebook has. Without this module it leaves that check out.
sys.modules.setdefault("rfc3987_syntax", None)
