"""The command's process: `quick_start` and `interrupt` are how it starts and ends, `trouble` says
what to do if the machine fails, and `printing` shows tables, and text by others safely."""
