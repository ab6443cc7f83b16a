"""The basis of all commands: folders, files, times, processes, and what a terminal may show."""
