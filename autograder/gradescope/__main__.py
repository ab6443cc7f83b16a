"""`python -m autograder.gradescope` is what `run_autograder` runs."""

from autograder.gradescope.run import main

main()
