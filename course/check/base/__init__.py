"""What all checks use: asking a student's code, clues, and failing."""

import sys

from course.reference import twin

# A check of homeworks that were released earlier imports it from here.
sys.modules[f"{__name__}.twin"] = twin
