"""Which random draws a submission is judged on: nobody outside can tell."""

import hashlib
import hmac
import secrets

from autograder.house import Class

SERIES = 4  # how many there are in one class; every submission of a homework gets one of them


def series_for(of: Class, assignment: str, submission: bytes) -> str:
    """The name of the series of draws for a submission: the same one each time it is graded."""
    path = of.folder / "series.secret"
    if not path.exists():
        of.folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32))
    secret = path.read_text().encode()
    number = hmac.digest(secret, submission, "sha256")[0] % SERIES
    return hmac.new(secret, f"{assignment} {number}".encode(), hashlib.sha256).hexdigest()
