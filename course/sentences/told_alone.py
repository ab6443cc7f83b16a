"""An error that a notebook shows as its sentence, without a traceback."""

from course.sentences.lines import in_lines


class ToldAlone(Exception):
    """Such an error; its text is the sentence."""

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows."""
        return in_lines(f"Not yet: {self}").splitlines()
