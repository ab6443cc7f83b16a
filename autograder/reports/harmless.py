"""A graded notebook's texts and outputs, made harmless for formgrader's page.

Students' texts are parsed in here, so it runs in a process apart (`apart`).
"""

from autograder.reports import safe_html

AS_HTML = {
    "text/html": safe_html.clean,
    "text/markdown": safe_html.markdown,
    "text/latex": safe_html.latex,
}
HARMLESS = ("image/svg+xml", "image/png", "image/jpeg", "text/plain")  # SVG is shown as an image
# Formulas are made here; formgrader's MathJax would also draw boxes, like that with the rubric.
LEFT_ALONE = '<div class="tex2jax_ignore">{}</div>'
MOST_TAGS = 50_000  # in all; formgrader parses the page once more, in the instructor's Jupyter


def make(facts: dict) -> dict:
    """What is to be shown in place of the `cells` of a notebook.

    Returns:
        `texts`, the Markdown of each cell as HTML, and `outputs`, the data of each output of each
        cell; None where there is none.
    """
    left = MOST_TAGS
    texts, outputs = [], []

    def few(html: str, text: str) -> str:
        nonlocal left
        left -= html.count("<")
        return LEFT_ALONE.format(html) if left >= 0 else str(safe_html.plain(text))

    for cell in facts["cells"]:
        text, own = cell["source"], cell.get("attachments")
        is_text = cell["cell_type"] == "markdown"
        texts.append(few(str(safe_html.markdown(text, own)), text) if is_text else None)
        outputs.append([_harmless(each.get("data"), few) for each in cell.get("outputs", [])])
    return {"texts": texts, "outputs": outputs}


def _harmless(data: dict | None, few) -> dict[str, str] | None:
    """What a cell displayed, in the forms that can do nothing but be seen."""
    if data is None:
        return None
    told = {kind: text for kind, text in data.items() if isinstance(text, str)}
    made = {kind: told[kind] for kind in HARMLESS if kind in told}
    for kind, convert in AS_HTML.items():
        if kind in told:
            return made | {"text/html": few(str(convert(told[kind])), told[kind])}
    return made
