"""The command for after the deadline: key."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import short
from autograder.cli.console import say
from autograder.cli.options import ClassDir, Database, Homework, app, file_option


@app.command("key")
def key_command(
    homework: Homework,
    file: Annotated[Path | None, file_option("CLASS_DIR/export/HOMEWORK-key.ipynb")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Make it even before the due date.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a file that exists.")
    ] = False,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Make the solved notebook, to hand out after the deadline.

    It contains worked derivations. The command refuses while somebody in the class can still
    submit, according to policy.toml and extensions.csv, or else to the due date in the gradebook.
    If none of them has a due date, it makes the notebook and says so.
    """
    from autograder.hand_out.key import last_due_time, write_key

    classroom = Classroom.chosen(class_dir, database)
    if class_dir and not (force and file) and not classroom.folder.is_dir():
        raise Failure(
            f"There is no folder {classroom.folder}, so no due date of the class is known. Name "
            "another folder, or add --force and --into FILE if nobody can still submit."
        )
    path = file or classroom.exports / f"{homework}-key.ipynb"
    due = None if force else last_due_time(homework, classroom)
    if due and datetime.now(UTC) < due:
        raise Failure(
            f"{homework} can be handed in until {due:%Y-%m-%d %H:%M} UTC. To make the key before "
            "that, add --force."
        )
    write_key(homework, path, overwrite=overwrite)
    made = short(path.resolve())
    say(f"{made}: the solved {homework}. Hand it out after the deadline.")
    if due is None and not force:
        say(
            f"No due date of {homework} is known for {short(classroom.folder)}, neither "
            "from policy.toml nor from the gradebook: make sure that nobody can still submit."
        )
