"""What students get: notebooks without solutions (`release`, `leaks`), and all of it as a folder
or a repository (`publish`, `public_files`)."""
