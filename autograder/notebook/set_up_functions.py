"""Does the work of a set-up cell. The text of these functions is copied into the cell.

So each function imports what it needs, and is written for students, who may open the cell to see
what it does on their machine.
"""


def course_is_here(version):
    """Whether `course` is here, and not older than this notebook."""
    try:
        from course import __version__ as found
    except ImportError:
        return False
    # As text: `int` may be torch's.
    found, wanted = ([n.zfill(9) for n in v.split(".") if n.isdigit()] for v in (found, version))
    return found >= wanted


def unpack_course(packed):
    """Puts the copy into a temporary folder, and changes nothing else."""
    import base64
    import bz2
    import json
    from pathlib import Path

    folder = Path(folder_for_course(), "course")
    for name, text in json.loads(bz2.decompress(base64.b64decode(packed))).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def install_course(url):
    """Installs it into a temporary folder. Nothing else that is installed here is changed."""
    import subprocess
    import sys

    options = ["--quiet", "--disable-pip-version-check", "--no-deps"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", folder_for_course(), url]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(
            f"{done.stderr[-1500:]}\nThe package `course` could not be fetched from {url}. "
            "Is this machine connected to the internet? Then run this cell again. If that does "
            "not help, show your instructor this message."
        )


def folder_for_course():
    """A new temporary folder, in which Python looks for `course` from now on."""
    import atexit
    import shutil
    import sys
    import tempfile

    folder = tempfile.mkdtemp(prefix="course-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sys.path.insert(0, folder)
    for name in [n for n in sys.modules if n.split(".")[0] == "course"]:
        del sys.modules[name]  # older, or only a folder of that name
    return folder
