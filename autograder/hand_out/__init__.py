"""What students get: notebooks without solutions (`release`), and all of it as a folder or a
repository (`publish`, `public_files`)."""
