"""Lists the keys of the systems that do something, for commands to offer before the table of all
systems is imported, which takes long."""

from typing import Literal

DownloadKey = Literal["canvas", "moodle", "blackboard", "gradescope", "folder"]
GradebookKey = Literal["canvas", "moodle", "blackboard", "brightspace", "csv"]
FeedbackKey = Literal["canvas", "moodle", "folder"]
