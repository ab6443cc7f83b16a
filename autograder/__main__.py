"""Runs the command `autograder`, also as `python -m autograder`.

Workers are started from a copy of the process that runs this file, and run it again under another
name. So it imports the command only when that is called.
"""

import sys


def main() -> None:
    """Runs the command. What cannot be done here ends it with the reason, and 3; Ctrl-C, 130."""
    from autograder.terminal import interrupt

    interrupt.end_at_once()
    from autograder.base.failure import Failure
    from autograder.cli import app
    from autograder.terminal.trouble import what_to_do

    try:
        app()
    except Exception as error:
        if not (sentence := str(error) if isinstance(error, Failure) else what_to_do(error)):
            raise
        print(sentence, file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
