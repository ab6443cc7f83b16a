"""`python -m autograder.lms.gradescope` is what `run_autograder` runs."""

from autograder.lms.gradescope.run import main

main()
