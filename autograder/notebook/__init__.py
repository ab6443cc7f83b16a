"""What a homework's notebook is: the author's text (`source`), what is in its cells (`pieces`,
`titles`, `hints`), the set-up cell, what is chosen for all (`choices`), and `finding`
and `reading` one that was handed in."""
