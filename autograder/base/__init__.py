"""What all commands need: where files are, how they are written, what a terminal may show."""
