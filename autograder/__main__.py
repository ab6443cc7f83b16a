"""The command `autograder`, also as `python -m autograder`.

Workers are started from a copy of the process that runs this file, which runs it again under
another name: so it imports the command only when that is called.
"""


def main() -> None:
    """Runs the command."""
    from autograder.cli import app

    app()


if __name__ == "__main__":
    main()
