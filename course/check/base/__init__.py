"""What all checks use: asking a student's code, clues, and failing."""
