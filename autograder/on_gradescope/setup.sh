#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image. Takes a few minutes.
set -euo pipefail
source="${AUTOGRADER_ROOT:-/autograder}/source"
grader=/opt/grader

apt-get update
apt-get install --yes --no-install-recommends bubblewrap ca-certificates python3-venv

# The Python that the versions below are pinned for; uv fetches it if the image has another.
# It must be where every user can read it, because students' code runs as another one.
export UV_PYTHON_INSTALL_DIR="$grader/pythons" UV_NO_CACHE=1
python3 -m venv "$grader/uv"
"$grader/uv/bin/pip" install uv
"$grader/uv/bin/uv" venv --python "$(cat "$source/python-version")" "$grader/env"
install=("$grader/uv/bin/uv" pip install --python "$grader/env/bin/python")

# PyTorch comes first, from its own index: anything else that asks for it would bring CUDA.
torch="$(grep '^torch==' "$source/requirements.txt")"
"${install[@]}" --no-deps --index-url https://download.pytorch.org/whl/cpu "$torch"
"${install[@]}" --constraint "$source/constraints.txt" --requirement "$source/requirements.txt"

# The solutions are in here: nobody but root reads them.
chmod -R go-rwx "$source"
