"""Has `twin_derivatives` where notebooks import it that were released before `course.reference`."""

from course.reference.twin import twin_derivatives

__all__ = ["twin_derivatives"]
