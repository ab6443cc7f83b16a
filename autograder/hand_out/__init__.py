"""What students get: notebooks without solutions (`release`), with the package in them (`set_up`),
and all of it as a folder or a repository (`publish`, `public_files`)."""
