"""Every card can be told apart by shape, letter and name, in each of its forms."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from games.display import card_names, card_sheet, faces
from games.rules import VARIANTS
from games.rules.cards import CODES

ROOT = Path(__file__).parents[2]
SYMBOLS = (ROOT / "templates" / "_symbols.html").read_text()
FORMS = (faces.face_svg, faces.covered_svg, faces.line_html, faces.key_html)


def symbols_of(markup: str) -> list[str]:
    return re.findall(r'href="#([\w-]+)"', markup)


# --- names -----------------------------------------------------------------------------------


def test_a_card_is_called_what_players_of_the_game_call_it() -> None:
    """C2 to C4: in Tarok the trumps are a fifth suit, and the suits have their own names."""
    for game, code, name, short in (
        ("", "SK", "king of spades", "K♠"),
        ("", "HN", "knight of hearts", "N♥"),
        ("", "DJ", "jack of diamonds", "J♦"),
        ("", "C1", "ace of clubs", "1♣"),
        ("", "D10", "10 of diamonds", "10♦"),
        ("", "T21", "trump 21", "21"),
        ("", "F", "Fool", "Fool"),
        ("sca-tarok", "SJ", "page of swords", "P swords"),
        ("sca-tarok", "HN", "knight of cups", "N cups"),
        ("sca-tarok", "DQ", "queen of pentacles", "Q pentacles"),
        ("sca-tarok", "C1", "ace of wands", "1 wands"),
        ("sca-tarok", "T7", "Major 7", "7"),
        ("sca-tarok", "F", "Fool", "Fool"),
    ):
        assert card_names.card_name(code, game) == name
        assert card_names.short_name(code, game) == short
    games = ("french", "droggn", "taros-1659", "taroux-of-six", "scarto", "whist")
    said = [card_names.card_name("F", game) for game in games]
    assert said == ["Excuse", "Gstiess", "Fool", "Fool", "Matto", "Fool"]


def test_no_two_cards_share_a_name_and_what_is_no_card_is_never_drawn() -> None:
    for game in ("", *(variant.key for variant in VARIANTS)):
        assert len({card_names.card_name(code, game) for code in CODES}) == 78
        assert len({card_names.short_name(code, game) for code in CODES}) == 78
    for code in ("", "s", "SX", "T0", "T22", "H11", "FF", "<b>"):
        for form in (*FORMS, card_names.card_name, card_names.short_name):
            with pytest.raises(KeyError):
                form(code)


def test_a_name_is_in_the_language_of_the_reader() -> None:
    assert card_names.card_name("SK") == "king of spades"
    with translation.override("de"):
        assert card_names.card_name("SK") == "Pik‑König"
    assert card_names.card_name("SK") == "king of spades"


# --- drawings --------------------------------------------------------------------------------


def test_a_face_and_a_card_in_text_say_their_name() -> None:
    drawn = 'role="img" aria-label="{}"'
    names = {code: card_names.card_name(code) for code in CODES}
    for form, markup in (
        (faces.face_svg, drawn),
        (faces.covered_svg, drawn),
        (card_sheet.sheet_card, drawn),
        (faces.line_html, '<span class="visually-hidden">{}</span>'),
    ):
        assert [code for code, name in names.items() if markup.format(name) not in form(code)] == []


def test_a_key_leaves_its_name_to_the_button() -> None:
    roots = {code: faces.key_html(code).split(">")[0] for code in CODES}
    assert {
        code: root
        for code, root in roots.items()
        if not root.startswith('<span class="key-face"') or 'aria-hidden="true"' not in root
    } == {}


def test_no_two_cards_look_alike_without_their_colours() -> None:
    def without_names_and_colours(drawing: str) -> str:
        drawing = re.sub(r'aria-label="[^"]*"|data-suit="."', "", drawing)
        return re.sub(r'<span class="visually-hidden">[^<]*</span>', "", drawing)

    for form in FORMS:
        assert len({without_names_and_colours(form(code)) for code in CODES}) == 78, form


def test_a_plain_card_shows_rank_suit_and_the_letter_of_its_suit_and_a_court_its_sign() -> None:
    for code in ("S7", "HQ", "D10", "CK"):
        for form in (faces.face_svg, faces.covered_svg):
            drawn = symbols_of(form(code))
            assert f"suit-{code[0]}" in drawn
            assert drawn.count(f"ix-{code[0]}") == 1
            assert [f"ix-{figure}" for figure in code[1:]] == drawn[: len(code) - 1]
    for rank in "JNQK":
        assert f"sign-{rank}" in symbols_of(faces.face_svg(f"H{rank}"))
        assert f"sign-{rank}" in symbols_of(faces.key_html(f"H{rank}"))
        assert 'class="wash"' in faces.face_svg(f"H{rank}")
    assert 'class="wash"' not in faces.face_svg("H10")


def test_a_page_has_its_own_letter_in_the_corner_and_the_sign_of_a_jack() -> None:
    assert card_names.rank_letter("J", "sca-tarok") == "P"
    for form in FORMS:
        assert form("HJ", "sca-tarok") != form("HJ")
    assert symbols_of(faces.face_svg("HJ", "sca-tarok"))[0] == "ix-P"
    assert "sign-J" in symbols_of(faces.face_svg("HJ", "sca-tarok"))


def test_a_trump_shows_its_number_in_the_tab_and_large_below_where_it_is_not_covered() -> None:
    """The fool is a star in the frame of a trump; the two numbered bouts carry a lozenge."""
    assert symbols_of(faces.face_svg("T16")) == ["ix-1", "ix-6", "no-1", "no-6"]
    assert symbols_of(faces.covered_svg("T16")) == ["ix-1", "ix-6"]
    assert symbols_of(faces.face_svg("F")) == ["ix-F", "star"]
    assert symbols_of(faces.line_html("F")) == ["plaque", "star"]
    assert "Fool" in faces.key_html("F")
    assert "Gstiess" in faces.key_html("F", "droggn")
    assert {code for code in CODES if "key-bout" in faces.key_html(code)} == {"T1", "T21"}


def test_what_tells_a_covered_card_lies_in_the_24_units_that_stay_in_sight() -> None:
    sign = re.compile(r'<use href="#(?:ix|suit|star)[^/]* x="([\d.]+)"[^/]* width="([\d.]+)"')
    ends = {
        code: [float(x) + float(width) for x, width in sign.findall(faces.covered_svg(code))]
        for code in CODES
    }
    assert {code: there for code, there in ends.items() if not there or max(there) > 25} == {}


def test_a_bout_is_filled_once_it_was_seen() -> None:
    assert 'class="bout seen"' in faces.bout_svg("T21", seen=True)
    assert 'class="bout"' in faces.bout_svg("T21", seen=False)
    with pytest.raises(KeyError):
        faces.bout_svg("T20", seen=True)


# --- the symbol sheet ------------------------------------------------------------------------


def test_every_symbol_that_a_card_or_a_template_uses_is_in_the_sheet() -> None:
    """Also the letters of the courts and suits in each language of the site."""
    sheet = set(re.findall(r'id="([\w-]+)"', SYMBOLS))
    used = set(symbols_of(faces.back_svg()))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            used |= {
                symbol for form in FORMS for code in CODES for symbol in symbols_of(form(code))
            }
    pages = (ROOT / "templates").rglob("*.html")
    for page in pages:
        used |= {f"icon-{name}" for name in re.findall(r'{% icon "(\w+)"', page.read_text())}
    assert used - sheet == set()


def test_the_sheet_of_a_game_draws_each_card_free_and_covered_as_its_faces_do() -> None:
    sheet = str(card_sheet.card_sheet())
    parts = re.split(r'<(?:g|symbol) id="([\w-]+)"', sheet)[1:]
    drawn = dict(zip(parts[::2], parts[1::2], strict=True))
    for code in CODES:
        grounds = symbols_of(drawn[f"card-{code}"])[:1]
        used = symbols_of("".join(drawn[name] for name in [*grounds, f"card-{code}"]))
        both = [*symbols_of(faces.face_svg(code)), *symbols_of(faces.covered_svg(code))]
        assert set(used) - set(grounds) == set(both), code
        assert symbols_of(card_sheet.sheet_card(code)) == [f"card-{code}"]
    assert symbols_of(card_sheet.sheet_back()) == ["card-back"]


def test_figures_are_set_as_wide_as_they_are_drawn() -> None:
    for figures in (faces.INDEX, faces.CUT):
        drawn = re.findall(rf'id="{figures.prefix}-(.)" viewBox="0 -?\d ([\d.]+) (\d+)"', SYMBOLS)
        assert {figure: float(width) for figure, width, _ in drawn} == dict(figures.widths)
        assert {float(height) for _, _, height in drawn} == {figures.grid}


# --- in templates ----------------------------------------------------------------------------


def rendered(source: str, **context: object) -> str:
    return Template("{% load cards numbers %}" + source).render(Context(context))


def test_the_tags_give_what_the_functions_give() -> None:
    for tag, form in (
        ("card_face", faces.face_svg),
        ("sheet_card", card_sheet.sheet_card),
        ("card_line", faces.line_html),
        ("key_face", faces.key_html),
    ):
        assert rendered(f"{{% {tag} code %}}", code="T21") == form("T21")
        told = rendered(f"{{% {tag} code %}}", code="CJ", game_key="sca-tarok")
        assert told == form("CJ", "sca-tarok")
    assert rendered("{% card_back %}") == faces.back_svg()
    assert rendered('{% card_name "SK" %}, {% card_short "SK" %}') == "king of spades, K♠"
    assert rendered('{% bout "F" seen=True %}') == faces.bout_svg("F", seen=True)
    assert rendered('{% icon "undo" %}') == (  # hidden from readers, since words are next to it
        '<svg class="icon" aria-hidden="true"><use href="#icon-undo"/></svg>'
    )
