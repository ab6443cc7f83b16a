"""Runs the command `autograder`, also as `python -m autograder`.

Workers are started from a copy of the process that runs this file, and run it again under another
name. So it imports the command only when that is called.
"""


def main() -> None:
    """Runs the command, which Ctrl-C ends at once."""
    from autograder.base import interrupt

    interrupt.end_at_once()
    from autograder.cli import app

    app()


if __name__ == "__main__":
    main()
