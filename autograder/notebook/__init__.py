"""What a homework's notebook is: the author's text (`source`), what is in its cells (`pieces`,
`titles`, `hints`), the set-up cell, the choices for all notebooks (`choices`), and `finding` and
`reading` a submitted one."""
