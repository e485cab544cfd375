"""The sentences to translate: collected from the sources, merged into a catalogue, compared."""

import ast
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

from games.management.catalogues import catalogue_path

SOURCES = (("games", "*.py"), ("templates", "*.html"))
# What marks a sentence, with how many contexts (none or one) and forms it begins.
CALLS = {
    **dict.fromkeys(("_", "N_", "gettext", "gettext_lazy", "gettext_noop", "say"), (0, 1)),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "say_counted"), (0, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1, 1)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (1, 2)),
}
# The same as Babel has it.
KEYWORDS: dict[str, Any] = {
    **{"_": None, "gettext": None, "ngettext": (1, 2)},
    **{"pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)},
}
# {player}, %(count)s, %s, and the %n and %m that the scripts fill in
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%[sdnm](?![a-z])")
TAG = re.compile(r"</?[a-z][^>]*>")
ENDS = re.compile(r"^[ \n]*|[ \n]*$")

Phrase = tuple[str, tuple[str, ...]]  # the context, "" where there is none, and the forms
Key = tuple[str, str]  # the context and the first form


def collect() -> Catalog:
    """Return every sentence marked for translation. Raises ValueError for two plurals of one."""
    catalogue = Catalog(charset="utf-8")
    plurals: dict[Key, str] = {}
    for folder, pattern in SOURCES:
        for path in sorted((settings.BASE_DIR / folder).rglob(pattern)):
            text = path.read_text(encoding="utf-8")
            sentences = of_template(text) if path.suffix == ".html" else of_module(text)
            for context, words in sentences:
                if len(words) > 1 and plurals.setdefault((context, words[0]), words[1]) != words[1]:
                    raise ValueError(f"{path.name}: {words} has another plural elsewhere")
                catalogue.add(words if len(words) > 1 else words[0], context=context or None)
    return catalogue


def of_module(text: str) -> Iterator[Phrase]:
    """Yield the sentences in a module, also those between the braces of a formatted string."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            context, plurals = CALLS.get(name, (0, 0))
            first = node.args[: context + plurals]
            values = (one.value for one in first if isinstance(one, ast.Constant))
            texts = [value for value in values if isinstance(value, str)]
            if texts and len(texts) == context + plurals:
                yield (texts[0] if context else ""), tuple(texts[context:])


def of_template(text: str) -> Iterator[Phrase]:
    """Yield the sentences in a template. Django writes it as calls of gettext among blanks."""
    lines = (line.strip() for line in templatize(text).splitlines())  # no indents: no blocks
    source = io.BytesIO("\n".join(lines).encode())
    for _line, words, _comments, context in extract("python", source, KEYWORDS):
        yield context or "", forms(words)


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one where there is none."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merge(language: str) -> tuple[int, int, int]:
    """Bring a catalogue up to the sources: how many sentences are new, gone, not yet translated.

    A sentence that changed is a new one: a guess at its translation would be taken for a
    translation. Sorted by sentence and without places, so that a change is a small difference.
    """
    catalogue, collected = read(language), collect()
    before, after = set(_by_key(catalogue)), set(_by_key(collected))
    catalogue.update(collected, no_fuzzy_matching=True, update_creation_date=False)
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, no_location=True, sort_output=True, ignore_obsolete=True)
    missing = sum(not all(forms(message.string)) for message in _messages(catalogue))
    return len(after - before), len(before - after), missing


def faults(catalogue: Catalog, collected: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue, a sentence each; nothing for a complete one."""
    ours, theirs = _by_key(collected), _by_key(catalogue)
    yield from (f"missing: {key}" for key in ours.keys() - theirs.keys())
    yield from (f"no longer said: {key}" for key in theirs.keys() - ours.keys())
    for key in ours.keys() & theirs.keys():
        yield from (f"{fault}: {key}" for fault in _faults(theirs[key], catalogue.num_plurals))


def _faults(message: Message, plurals: int) -> Iterator[str]:
    english, translated = forms(message.id), forms(message.string)
    if message.fuzzy:
        yield "a guess"
    if not all(translated):
        yield "not translated"
        return
    if message.pluralizable and len(translated) != plurals:
        yield f"{len(translated)} plural forms, not {plurals}"
    named = [set(PLACEHOLDER.findall(form)) for form in english]
    for form in translated:
        # Where the number is one, a language may say so in a word.
        if not set(PLACEHOLDER.findall(form)) <= set.union(*named):
            yield "other placeholders"
    if set(PLACEHOLDER.findall(translated[-1])) != named[-1]:
        yield "placeholders lost"
    if any(Counter(TAG.findall(form)) != Counter(TAG.findall(english[-1])) for form in translated):
        yield "other HTML"
    if any(ENDS.findall(form) != ENDS.findall(english[-1]) for form in translated):
        yield "other blanks at its ends"


def forms(words: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the forms of a sentence: one for most, several where it counts something."""
    if words is None:
        return ("",)
    return (words,) if isinstance(words, str) else tuple(words)


def _messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield all messages but the header."""
    return (message for message in catalogue if message.id)


def _by_key(catalogue: Catalog) -> dict[Key, Message]:
    return {
        (message.context or "", forms(message.id)[0]): message for message in _messages(catalogue)
    }
