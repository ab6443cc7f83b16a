"""Engines without code, right or wrong."""

import pytest

from course import Exp, Leaf
from course.expressions.typed_graph import read_graph
from course.player.explorer import PRESETS
from course.player.recorded_run import simulated_run
from course.player.simulated_engine import MISTAKES


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_captions_do_not_state_a_product_that_is_wrong(mistake):
    run = simulated_run(read_graph(*PRESETS["tanh"], sketch=True), mistake)
    captions = [step.caption for step in run.steps if step.kind == "downstream"]
    assert captions and not [words for words in captions if "times" in words]


def test_a_mistake_that_does_not_exist_is_refused():
    with pytest.raises(KeyError, match="overwrite'"):
        simulated_run(Exp(Leaf(1.0, "x")), "overwrite")
