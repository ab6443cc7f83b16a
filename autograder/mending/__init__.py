"""The steps by which `autograder.repair` mends a submission, a module each."""
