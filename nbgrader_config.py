# nbgrader and formgrader read this file when they are started in this folder.
# The class is the folder CLASS_DIR names, or class/ here.
from autograder.base.classroom import Classroom
from autograder.on_nbgrader.settings import configure

configure(get_config(), Classroom.chosen())  # noqa: F821  (given by traitlets)
