"""The basis of all commands: folders, files, processes, and what a terminal may show."""
