"""Turns Markdown into HTML that can only be read."""

import re

from markupsafe import Markup, escape
from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath

from autograder.pages.formulas import formula
from autograder.pages.pictures import from_base64, is_showable_picture
from autograder.pages.safe_html import MAX_HTML, clean, preformatted

MAX_MARKDOWN = 20_000  # characters; a longer text is shown as it is
_DOLLARS = re.compile(r"(?<![\\$])\$([^$\n<>]+)\$(?!\$)")
_PICTURE = re.compile(r'(data:([^;,"]*);base64,)attached(\d{1,4})(?=")')
_FORMULA = re.compile("\ue000(\\d{1,5})\ue001")
# In cleaned HTML, every "<" begins a tag.
_TAG_OR_FORMULA = re.compile(rf"""<(?:"[^"]*"|'[^']*'|[^"'>])*>|{_FORMULA.pattern}""")


def markdown(text: str, attachments: dict | None = None) -> Markup:
    """Markdown with LaTeX, as in a notebook, with attached pictures."""
    if len(text) > MAX_MARKDOWN:
        return preformatted(text)
    renderer = _Renderer(attachments or {})
    try:
        unclean = MarkdownWithMath(renderer).render(re.sub("[\ue000\ue001]", "", text))
    except (InvalidNotebook, RecursionError, ValueError):  # such as a missing attachment
        return preformatted(text)
    if len(unclean) > MAX_HTML:
        return preformatted(text)
    return Markup(_TAG_OR_FORMULA.sub(renderer.put_in, clean(unclean)))


class _Renderer(IPythonRenderer):
    """Makes HTML of Markdown, with placeholders for formulas and attached pictures. These are put
    in after the HTML has been cleaned."""

    def __init__(self, attachments: dict):
        # The media type and the base64 data of each picture; the data is empty once it is put in.
        self._pictures: list[tuple[str, str]] = []
        self._formulas: list[tuple[str, Markup]] = []  # each as it was written, and as it is shown
        placeholders = {
            name: {
                media_type: self._hold_picture(media_type, data)
                for media_type, data in pictures.items()
            }
            for name, pictures in attachments.items()
        }
        super().__init__(escape=False, exclude_anchor_links=True, attachments=placeholders)

    def put_in(self, match: re.Match) -> str:
        """The formula that a placeholder stands for; or, if a tag was found, the tag with its
        pictures, and with its formulas as text."""
        if match[1] is None:
            tag = _FORMULA.sub(lambda held: escape(self._formula(held)[0]), match[0])
            return _PICTURE.sub(self._picture, tag)
        return self._formula(match)[1]

    def _hold_picture(self, media_type: str, data: object) -> str:
        is_fine = isinstance(data, str) and is_showable_picture(from_base64(data))
        self._pictures.append((media_type, str(data) if is_fine else ""))
        return f"attached{len(self._pictures) - 1}"

    def _picture(self, match: re.Match) -> str:
        """A picture's data, in the first place only: repeating it could make a page very long."""
        number = int(match[3])
        if number >= len(self._pictures) or self._pictures[number][0] != match[2]:
            return match[1]
        media_type, data = self._pictures[number]
        self._pictures[number] = media_type, ""
        return match[1] + data

    def _formula(self, match: re.Match) -> tuple[str, str]:
        number = int(match[1])
        return self._formulas[number] if number < len(self._formulas) else ("", "")

    def inline_math(self, body: str) -> str:
        """A formula in a line."""
        return self._hold(f"${body}$", formula(body, display=False))

    def block_math(self, body: str) -> str:
        """A formula that stands by itself."""
        return self._hold(f"$${body}$$", formula(body, display=True))

    def block_html(self, html: str) -> str:
        """HTML in Markdown, in which a notebook shows formulas as well."""
        return _DOLLARS.sub(lambda match: self.inline_math(match[1]), html)

    def latex_environment(self, name: str, body: str) -> str:
        """A formula in an environment, such as `align`."""
        source = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._hold(source, formula(source, display=True))

    def block_code(self, code: str, info: str | None = None) -> str:
        """A block of code without colours, which would not survive the cleaning."""
        return f"<pre><code>{escape(code)}</code></pre>\n"

    def _hold(self, source: str, shown: Markup) -> str:
        self._formulas.append((source, shown))
        return f"\ue000{len(self._formulas) - 1}\ue001"
