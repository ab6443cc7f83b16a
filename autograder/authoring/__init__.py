"""Tests of the checks: the `bank` of known mistakes and right answers, and the sample class."""
