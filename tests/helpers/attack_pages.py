"""Attacks on the readers of a page, in a student's texts, outputs and printed lines."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

EVIL = "https://evil.example"
ACT = "document.title='caught'"
RUBRIC = "For graders only: students do not see this box."
HTML = (
    f"<script>{ACT}</script>",
    f'<svg onload="{ACT}"><script>{ACT}</script><image href="{EVIL}/1"/></svg>',
    f"<svg><a><animate attributeName=href values=javascript:{ACT} /><text>x</text></a></svg>",
    f'<math><mtext><table><mglyph><style><!--</style><img src=x onerror="{ACT}">',
    f'<math href="javascript:{ACT}"><maction actiontype="statusline">x</maction></math>',
    f"<style>@import url({EVIL}/2); * {{background: url({EVIL}/3)}}</style>",
    f'<div style="background:url({EVIL}/4);position:fixed;inset:0">over all</div>',
    f'<iframe srcdoc="<script>parent.{ACT}</script>"></iframe>',
    f'<iframe src="data:text/html,<script>parent.{ACT}</script>"></iframe>',
    f'<object data="data:text/html,<script>parent.{ACT}</script>"></object>',
    f'<meta http-equiv="refresh" content="0;url={EVIL}/5"><base href="{EVIL}/">',
    f"<link rel=stylesheet href={EVIL}/6><link rel=prefetch href={EVIL}/7>",
    f'<form action="{EVIL}/8" id=top><input name=title autofocus onfocus="{ACT}"></form>',
    "<img name=title id=title><a id=title name=body></a><form id=body name=cookie></form>",
    f'<img src="data:image/svg+xml,<svg onload={ACT}>"><img srcset="{EVIL}/9">',
    f'<video poster={EVIL}/10><source onerror="{ACT}"></video><audio src={EVIL}/11 autoplay>',
    f'<noscript><p title="</noscript><img src=x onerror={ACT}>">',
    f'<a href="jav&#x09;ascript:{ACT}" class=press>press</a> <a href="data:text/html,x">data</a>',
    f"<textarea></textarea><!--><img src=x onerror={ACT}>-->",
    f"<template><script>{ACT}</script></template><dialog open>x</dialog>",
    f'<details ontoggle="{ACT}" open><summary>x</summary></details>',
    f"</section></main></body><script>{ACT}</script>{{{{ 7 * 7 }}}}{{% raw %}}",
    f'<aside class="rubric" style="border: 3px solid #7a3e9d"><b>{RUBRIC}</b></aside>',
)
LATEX = (
    rf"$\href{{javascript:{ACT}}}{{x}}$",
    rf"$\text{{<img src=x onerror={ACT}>}}$",
    r"$\unicode{x3c}\class{rubric}{x}\style{position:fixed}{x}\cssId{top}{x}$",
)

# Characters that control a terminal, or reverse the direction of the text after them.
CONTROLS = {*"\0\x07\x1b\x9b\u200f\u202e\u2066\u2069"}
CONTROLLING = f"a = '{''.join(sorted(CONTROLS))}'  # 1 of 2"

ATTRIBUTE = f"1 onerror={ACT}"  # nbconvert writes some values without quotes


def pictures() -> list[NotebookNode]:
    """Pictures that cannot be drawn, with attributes that run a script when drawing fails."""
    kinds = ("image/png", "image/jpeg")
    facts = [{key: ATTRIBUTE} for key in ("width", "height", "alt", "unconfined")]
    facts += [{kind: {"width": ATTRIBUTE}} for kind in kinds]
    facts += [{"filenames": dict.fromkeys(kinds, f'x" onerror="{ACT}')}]
    return [
        new_output("display_data", data={kind: data}, metadata=about)
        for kind in kinds
        for about in facts
        for data in ("AAAA", f'" onerror="{ACT}')
    ]


def attacked(notebook: NotebookNode) -> NotebookNode:
    """A graded notebook with all attacks added, in the student's texts and in outputs of cells."""
    for number, text in enumerate([*HTML, *LATEX]):
        kinds = ("text/html", "text/markdown", "text/latex", "image/svg+xml", "text/plain")
        kinds += ("application/javascript", "application/vnd.jupyter.widget-view+json")
        shown = [new_output("display_data", data={kind: text}) for kind in kinds]
        printed = [new_output("stream", text=f"{text}\x1b[31m{text}\n")]
        raised = [new_output("error", ename=text, evalue=text, traceback=[text])]
        notebook.cells += [
            new_markdown_cell(text, id=f"attack-text-{number}"),
            new_code_cell(text, id=f"attack-{number}", outputs=shown + printed + raised),
        ]
    notebook.cells.append(new_code_cell("show()", id="attack-pictures", outputs=pictures()))
    return notebook
