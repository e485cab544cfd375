"""Rule sheets as pages: Markdown in, HTML out, with an anchor for every numbered rule.

A sheet is `games/rules/variants/<key>.md`, or `<key>.<language>.md` where it has been translated.
Its headings carry the section ("1.9 Play"), its ordered lists the rule ("3."), nested items the
letter ("- b. …"); together they are the number that a refusal cites, and its anchor: `#r-1.9.3b`.
A sheet whose rules are counted through has items with the whole number: "- B12. …".
A rule that the sources leave open has, next to its number, the word that its game uses for that.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, override
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.rules import find_variant

SHEETS = Path(__file__).parents[1] / "rules" / "variants"
SECTION = re.compile(r"(?P<number>\d+(?:\.\d+)*) ")
LETTER = re.compile(r"(?P<letter>[a-z])\. ")
THROUGH = re.compile(r"(?P<rule>[A-Z]\d+)\. ")
OPENS_A_LIST = frozenset({"ordered_list_open", "bullet_list_open"})
CLOSES_A_LIST = frozenset({"ordered_list_close", "bullet_list_close"})


@dataclass(frozen=True, slots=True)
class Section:
    """A line of the table of contents: the anchor it leads to and the words of the heading."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """A rule sheet to be shown: its title, the table of contents, the text and its anchors.

    `language` is the one that it is written in."""

    title: str
    contents: tuple[Section, ...]
    html: SafeString
    anchors: frozenset[str]
    language: str = "en"


def rule_anchor(rule: str) -> str:
    """Return the anchor of a rule: "r-1.9.3b" for "1.9.3b" or "french/1.9.3b"."""
    return f"r-{rule.rpartition('/')[2]}"


def in_language(path: Path, language: str) -> tuple[Path, str]:
    """Return a text in `language` ("de") and that language; without a translation, in English."""
    translated = path.with_suffix(f".{language}.md")
    return (translated, language) if translated.exists() else (path, "en")


def sheet_file(key: str, language: str) -> tuple[Path, str]:
    """Return where the sheet of the variant called `key` is kept, and the language it is in."""
    return in_language(SHEETS / f"{key}.md", language)


@cache
def rule_sheet(key: str, language: str) -> RuleSheet:
    """Render the sheet of a variant, in `language` if there is one. Raises FileNotFoundError."""
    path, written_in = sheet_file(key, language)
    game = find_variant(key)
    with override(language):
        marks = {rule: gettext(mark) for rule, mark in game.reconstructed.items()} if game else {}
    return replace(render(path.read_text(encoding="utf-8"), marks), language=written_in)


def render(text: str, marks: Mapping[str, str] | None = None) -> RuleSheet:
    """Render one sheet, raw HTML as text; `marks` are words shown next to the numbers of rules."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _wide_table_open)
    parser.add_render_rule("table_close", _wide_table_close)
    tokens = parser.parse(text)
    title = next(inline.content for opening, inline in headings(tokens) if opening.tag == "h1")
    set_anchors(tokens, marks or {})
    set_alignment(tokens)
    contents = tuple(
        Section(str(opening.attrs["id"]), inline.content)
        for opening, inline in headings(tokens)
        if opening.tag == "h2"
    )
    anchors = frozenset(str(token.attrs["id"]) for token in tokens if "id" in token.attrs)
    body = tokens[3:]  # the title stands in the head of the page
    html = parser.renderer.render(body, parser.options, {})
    return RuleSheet(title, contents, mark_safe(html), anchors)  # noqa: S308


def headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each heading as the token that opens it and the one that holds its words."""
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            yield token, tokens[index + 1]


def set_anchors(tokens: list[Token], marks: Mapping[str, str]) -> None:
    """Give every section, rule and lettered part its id, from the numbers as they are written."""
    section, rule, depth = "", "", 0
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            section = anchor_section(token, tokens[index + 1].content)
        elif token.type in OPENS_A_LIST:
            depth += 1
            token.attrSet("class", "rule-parts" if depth > 1 else "rules-list")
        elif token.type in CLOSES_A_LIST:
            depth -= 1
        elif token.type == "list_item_open":
            words = tokens[index + 2]
            if depth == 1 and (through := THROUGH.match(words.content)):
                rule = through["rule"]
                cut_number(words, through.end())
                number_item(token, words, rule, marks)
            elif not section:
                continue
            elif depth == 1 and token.info:
                rule = f"{section}.{token.info}"
                number_item(token, words, rule, marks)
            elif part := LETTER.match(words.content):
                cut_number(words, part.end())
                number_item(token, words, rule + part["letter"], marks)


def anchor_section(heading: Token, words: str) -> str:
    """Set the id of a heading; answers its number, or nothing for one that has none."""
    numbered = SECTION.match(words)
    if numbered is None:
        heading.attrSet("id", re.sub(r"\W+", "-", words.lower()).strip("-"))
        return ""
    heading.attrSet("id", rule_anchor(numbered["number"]))
    return numbered["number"]


def number_item(item: Token, words: Token, rule: str, marks: Mapping[str, str]) -> None:
    """Set the id of a list item and put its whole number before its words, as a link to itself."""
    anchor = rule_anchor(rule)
    item.attrSet("id", anchor)
    mark = f'<span class="tag">{escape(marks[rule])}</span> ' if rule in marks else ""
    number = f'<a class="rule-no" href="#{anchor}">{rule}</a> {mark}'
    words.children = [Token("html_inline", "", 0, content=number), *(words.children or [])]


def cut_number(words: Token, length: int) -> None:
    """Take "b. " or "B12. " off the words of an item; its whole number stands before it instead."""
    first = (words.children or [])[0]
    first.content = first.content[length:]


def set_alignment(tokens: list[Token]) -> None:
    """Align cells by the class of numbers: the site's policy lets no page carry a style."""
    for token in tokens:
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrSet("class", "num")


def _wide_table_open(*args: object) -> str:
    return '<div class="scroll" tabindex="0"><table class="data">\n'


def _wide_table_close(*args: object) -> str:
    return "</table></div>\n"
