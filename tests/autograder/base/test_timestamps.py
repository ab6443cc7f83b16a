"""Times as people and nbgrader write them."""

import struct
from datetime import UTC, datetime

import pytest
from nbgrader.utils import parse_utc

from autograder.base.timestamps import timestamp_in
from tests.helpers.clock import takes_less_than


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31",
        "2026-01-31 08:00",
        "2026-01-31T08:00:00+01:00",
        "2026-01-31 08:00:01.500000 UTC",
        "2026-07-31 02:30 America/New_York",
        "2026-10-25 02:30 Europe/Berlin",
        "2026-01-31 08:00 EST",
        "2026-01-31 08:00 Z",
        "2026-01-31 08:00 utc",
        "2026-01-31 08:00 AM",
        "2026-01-31 08:00 PM UTC",
        "2026-01-31T08:00 UTC",
    ],
)
def test_a_timestamp_means_the_same_as_to_nbgrader(text):
    assert timestamp_in(text) == parse_utc(text).replace(tzinfo=UTC)


@pytest.mark.parametrize("zone", ["+0100", "+01:00", "+01"])
def test_a_time_zone_as_a_number_is_a_distance_in_hours(zone):
    assert timestamp_in(f"2026-01-31 08:00 {zone}") == datetime(2026, 1, 31, 7, tzinfo=UTC)


@pytest.mark.parametrize("path", ["{}", ":{}"])
def test_a_time_zone_is_read_from_no_file_that_a_path_leads_to(path, tmp_path):
    an_hour = struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 3600, 0, 0) + b"ABC\0"
    (tmp_path / "zone").write_bytes(b"TZif" + bytes(16) + an_hour)
    assert timestamp_in(f"2026-01-31 08:00 {path.format(tmp_path / 'zone')}") is None


def test_a_text_that_takes_a_parser_of_dates_long_is_not_read():
    with takes_less_than(2):
        assert timestamp_in("2026-01-31 " + "9" * 1_000_000) is None
