"""The versions that `requirements.lock` pins."""

from packaging.utils import canonicalize_name

from tests.helpers import ROOT


def locked() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pins}
