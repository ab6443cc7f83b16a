"""Draws a still of each lecture into docs/lectures: python -m tests.helpers.lecture_stills"""

import re
from pathlib import Path

from course.lecture import attention, linear, matmul, nudge, timeline, training
from course.lecture.chain import merged_chain
from course.lecture.jacobian_products import from_left
from course.lecture.slide import picture
from course.running.settings import one_thread
from tests.helpers import ROOT

FOLDER = ROOT / "docs" / "lectures"


def stills() -> dict[str, str]:
    """The picture of each lecture as SVG text, by the name of its notebook."""
    with one_thread():
        chain = merged_chain((64, 256, 256, 256, 256), from_left(4)[:2])
        chain = picture(chain, title="The order of the chain")
        mlp = training.train()
        mlp.controls["hidden"].value, mlp.controls["step"].value = 4, 40
        drawn = {
            "1-linear-approximation": linear.rectangle().first,
            "2-order-of-the-chain": chain,
            "3-step-through-backprop": nudge.nudge().first,
            "4-tensors-and-matmul": matmul.entry().first,
            "5-mlp-as-data-flow": mlp.picture.value,
            "6-memory-and-checkpointing": timeline.timeline().picture.value,
            "7-attention": attention.attention().first,
        }
    drawn["2-order-of-the-chain"] = cropped(drawn["2-order-of-the-chain"], 250)
    return {name: small(svg) for name, svg in drawn.items()}


def cropped(svg: str, height: int) -> str:
    """The upper part of a picture."""
    return svg.replace(
        'height="500" viewBox="0 0 960 500"', f'height="{height}" viewBox="0 0 960 {height}"'
    )


def small(svg: str) -> str:
    """A picture of a fixed size, with coordinates rounded to tenths of a pixel."""
    svg = re.sub(r' style="[^"]*"', "", svg, count=1).replace(' text-anchor="start"', "")
    place = re.compile(r' (x|y|cx|cy|width|height)="([\d.]+)"')
    return place.sub(lambda m: f' {m[1]}="{round(float(m[2]), 1):g}"', svg)


def write(folder: Path = FOLDER) -> None:
    """Writes the stills as SVG files."""
    folder.mkdir(exist_ok=True)
    for name, svg in stills().items():
        (folder / f"{name}.svg").write_text(svg)


if __name__ == "__main__":
    write()
