"""The catalogues of translations: whole, and such that what is filled in still fits."""

import io
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from games.management import sentences
from games.management.catalogues import catalogue_path, compile_stale, languages
from games.rules import VARIANTS, Variant

# What the printers of a language would mend: a plain blank where one is narrow and unbreakable.
TYPOGRAPHY = {
    "fr": re.compile(r"\w[;!?»]|[ \u00a0][:;!?»]|[^\W\d]:(?=\s|$)|«[^\u202f]|'|\.\.\."),
    "de": re.compile(r" [:;!?]|\.\.\.|'"),
}


@cache
def ours() -> Catalog:
    """What the site says, gathered once: it is read from all modules and templates."""
    return sentences.collect()


def test_a_catalogue_says_everything_and_fills_in_the_same() -> None:
    for language in languages():
        assert list(sentences.faults(sentences.read(language), ours())) == []


def test_a_catalogue_is_set_as_its_language_is_printed() -> None:
    wrong = []
    for language in sorted(set(languages()) & set(TYPOGRAPHY)):
        for message in sentences.read(language):
            forms = sentences.forms(message.string) if message.id else ()
            plain = [sentences.TAG.sub("", form) for form in forms]
            wrong += [form for form in plain if TYPOGRAPHY[language].search(form)]
    assert wrong == []


# A word that limits a sentence, and the words of which its translation needs one.
LIMITS = {
    r"\bat most\b": {
        "fr": r"au plus|au maximum|plus de|dépasse|au-delà|jusqu’à",
        "de": r"höchstens|maximal|bis zu|mehr als",
    },
    r"\bonly\b": {
        "fr": r"\bseul|uniquement|\b(ne|n’|que)\b|unique|réserv",
        "de": r"\bnur\b|einzig|allein|\berst\b|vorbehalten",
    },
    r"\b(not|cannot|never|nothing|nobody)\b": {
        "fr": r"\b(ne|pas|sans|rien|personne|ni|jamais|non|autre|seul)\b|\bn’|\baucun"
        r"|\b(il|im|in)[a-z]{4}|man[qc]|interdit|au lieu de|refus",
        "de": r"nicht|kein|\bnie|ohne|\bun|niemand|weder|falsch|fehl|verboten|statt|ander",
    },
}


def test_a_translation_keeps_at_most_and_only_and_not() -> None:
    lost = []
    for language in languages():
        for message in sentences.read(language):
            english = "".join(sentences.forms(message.id)[-1:])
            translated = "".join(sentences.forms(message.string)[-1:])
            for limit, kept in LIMITS.items():
                found = re.search(kept[language], translated, re.IGNORECASE)
                if re.search(limit, english) and not found:
                    lost.append((english, translated))
    assert lost == []


CONTROL = re.compile(r'<(button|summary|a(?= [^>]*class="button))\b[^>]*>(.*?)</\1>', re.DOTALL)
SECOND = re.compile(r'<span class="(?:second|visually-hidden)".*?</span>', re.DOTALL)
LABEL = re.compile(r'{% translate "([^"]+)"(?: context "([^"]+)")? %}')
PARTS = re.compile(r'{% (?:include|extends) "([^"]+)"')
TEMPLATES = Path("templates")


def controls(template: Path, seen: set[Path]) -> set[tuple[str, str]]:
    """Return the context and the English words of all controls of a template and its parts."""
    if template in seen or not template.exists():
        return set()
    seen.add(template)
    text = template.read_text(encoding="utf-8")
    bodies = [SECOND.sub("", body) for _tag, body in CONTROL.findall(text)]
    labels = {(context, words) for body in bodies for words, context in LABEL.findall(body)}
    return labels.union(*(controls(TEMPLATES / part, seen) for part in PARTS.findall(text)))


def screens() -> Iterator[set[tuple[str, str]]]:
    """Yield the controls of each page; those of the recording screen with all its panels."""
    for page in sorted(TEMPLATES.rglob("[!_]*.html")):
        yield controls(page, set())
    seen: set[Path] = set()
    yield set().union(*(controls(part, seen) for part in (TEMPLATES / "recording").iterdir()))


def test_no_two_controls_of_a_screen_carry_one_word() -> None:
    alike = []
    for language in languages():
        catalogue = sentences.read(language)
        for screen in screens():
            words: dict[Any, str] = {}
            for context, english in sorted(screen):
                message = catalogue.get(english, context or None)
                translated = sentences.forms(message.string)[0] if message else english
                if words.setdefault(translated, english) != english:
                    alike.append((translated, english, words[translated]))
    assert alike == []


def texts(variant: Variant) -> Iterator[str]:
    """What a game has to say, as far as it is data."""
    yield variant.name
    yield from variant.labels.values()
    yield from variant.reconstructed.values()
    for bid in variant.bids:
        yield bid.label
    for kind in variant.announcements:
        yield kind.label
    for option in variant.options:
        yield from (option.label, option.help)
        for choice in option.choices:
            yield from (choice.label, choice.help)
    for preset in variant.presets:
        yield from (preset.label, preset.help)


def test_the_words_of_all_games_are_marked_for_translation() -> None:
    words = {text for variant in VARIANTS for text in texts(variant)}
    said = {text for text in words if re.search(r"[a-z]{2}", text)}
    assert said - {message.id for message in ours()} == set()


MISFITS: list[tuple[str | tuple[str, str], str | tuple[str, ...], str]] = [
    ("{player} leads", "Luc entame", "placeholders lost"),
    ("Done", "{player} entame", "other placeholders"),
    ("%(name)s leads", "%(nom)s entame", "other placeholders"),
    ("Fill in %n cards", "Compléter les cartes", "placeholders lost"),
    ("<b>Leads</b>", "<i>Entame</i>", "other HTML"),
    ("and ", "et", "other blanks at its ends"),
    ("Leads", "", "not translated"),
    (("one card", "%(n)s cards"), ("une carte", "cartes"), "placeholders lost"),
    (("one card", "%(n)s cards"), ("une carte",), "1 plural forms, not 2"),
]


def faults_of(english: Any, french: Any, key: Any = None) -> list[str]:
    """What is wrong with a catalogue that translates `key` where the site says `english`."""
    said, theirs = Catalog(), Catalog(locale="fr", fuzzy=False)
    said.add(english)
    theirs.add(key or english, french)
    return list(sentences.faults(theirs, said))


def test_a_translation_that_would_not_fit_is_found() -> None:
    for english, french, fault in MISFITS:
        assert any(found.startswith(f"{fault}: ") for found in faults_of(english, french)), english
    # Where the number is one, a language may say it in a word.
    cards = ("%(n)s card", "%(n)s cards"), ("une carte", "%(n)s cartes")
    assert faults_of(*cards) == []
    assert faults_of("Leads", "Fournit", key="Follows") == [
        "missing: ('', 'Leads')",
        "no longer said: ('', 'Follows')",
    ]


@pytest.fixture
def site(tmp_path: Path, settings: Any) -> Path:
    """A small site of its own: a module, a template, no catalogue."""
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "locale"]
    (tmp_path / "games").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "games" / "words.py").write_text('ngettext("a card", "%(n)s cards", 2)\n')
    (tmp_path / "templates" / "page.html").write_text(
        '{% load i18n %}\n<p>It\'s\n    {% translate "Done" %} {{ _("Seat") }}</p>\n'
        "{% blocktranslate trimmed %}\n  To {{ name }}\n  play{% endblocktranslate %}\n"
    )
    return tmp_path


def test_sentences_of_modules_and_templates_are_merged_and_old_ones_go(site: Path) -> None:
    said = io.StringIO()
    call_command("messages", "fr", stdout=said)
    assert said.getvalue().startswith("fr: 4 new, 0 gone, 4 to translate")
    catalogue = sentences.read("fr")
    keys = {sentences.forms(message.id)[0] for message in catalogue if message.id}
    assert keys == {"a card", "Done", "Seat", "To %(name)s play"}
    text = catalogue_path("fr").read_text().replace('"Done"\nmsgstr ""', '"Done"\nmsgstr "Fini"')
    catalogue_path("fr").write_text(text)
    (site / "games" / "words.py").write_text("")
    assert sentences.merge("fr") == (0, 1, 2)
    assert sentences.read("fr")["Done"].string == "Fini"
    assert "words.py" not in catalogue_path("fr").read_text()


def test_a_start_compiles_what_is_newer_than_its_compiled_form(site: Path) -> None:
    """One that cannot compile fails and names the file."""
    sentences.merge("fr")
    compiled = catalogue_path("fr").with_suffix(".mo")
    assert compile_stale() == [compiled]
    assert compile_stale() == []
    os.utime(catalogue_path("fr"), (2_000_000_000, 2_000_000_000))
    assert compile_stale() == [compiled]
    assert sorted(path.name for path in compiled.parent.iterdir()) == ["django.mo", "django.po"]
    compiled.unlink()
    compiled.mkdir()
    os.utime(catalogue_path("fr"), (2_100_000_000, 2_100_000_000))
    with pytest.raises(ImproperlyConfigured, match=re.escape(str(catalogue_path("fr")))):
        compile_stale()


SOURCES: list[tuple[str, list[sentences.Phrase]]] = [
    ('_("Done")', [("", ("Done",))]),
    ("f\"{_('%(suit)s were led') % facts}{over}.\"", [("", ("%(suit)s were led",))]),
    ('translation.pgettext("index of the king", "K")', [("index of the king", ("K",))]),
    ('ngettext("a card", "%(n)s cards", count)', [("", ("a card", "%(n)s cards"))]),
    ('_("One sentence "\n"in two parts")', [("", ("One sentence in two parts",))]),
    # What is worked out is no sentence to translate.
    ("_(label)", []),
    ('gettext("of {}".format(1))', []),
    ('text("Done")', []),
]


def test_a_marked_sentence_is_found_wherever_it_stands() -> None:
    assert [list(sentences.of_module(source)) for source, _said in SOURCES] == [
        said for _source, said in SOURCES
    ]


def test_a_sentence_may_be_counted_in_one_way_only(site: Path) -> None:
    (site / "games" / "more.py").write_text('ngettext("a card", "so many cards", 2)\n')
    with pytest.raises(ValueError, match=r"more\.py|words\.py"):
        sentences.collect()
