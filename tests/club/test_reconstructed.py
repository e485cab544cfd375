"""A rule that the sources leave open says so wherever it is named: page, sheet, refusal, replay."""

import re
from pathlib import Path

from django.template import Context, Template
from django.template.loader import render_to_string

from games.display.reasons import Voice
from games.display.rulesheets import SHEETS, rule_sheet
from games.display.score_sheets import sheet_of
from games.recording.screen import refusal_of
from games.replay import ALL, film
from games.rules import VARIANTS, Replay, Variant, find_variant, replay
from games.rules.cards import CODES
from tests.games import record_by_chance
from tests.rules.table import hand

# What the sheets that these games were built from mark as a reading or a reconstruction ("[R]",
# "[D]"), whole or in part.
OPEN = {
    "french": "1.5.5 1.6.3 1.8.3 1.8.4 1.8.9 1.8.12 1.9.6",
    "droggn": "2.2.3 2.7.4 2.8.2 2.8.6b 2.8.6c 2.9.3",
    "taros-1659": "A6 A16 A17 A20 A24 A27",
    "taroux-of-six": "B9 B16 B18 B20 B21 B22 B26 B30 B33 B34 B40 B41 B49 B50 B51 B53",
    "sca-tarok": "C4 C12 C15",
    "scarto": "E11 E19 E20 E25",
}
TEMPLATES = Path(__file__).parents[2] / "templates"


def game(key: str) -> Variant:
    variant = find_variant(key)
    assert variant is not None
    return variant


def test_each_game_declares_what_its_sources_leave_open_and_its_sheet_marks_just_that() -> None:
    """The word comes from the game's own declaration; a text may say which part of a rule it is."""
    for variant in VARIANTS:
        assert sorted(variant.reconstructed) == sorted(OPEN[variant.key].split())
        html = rule_sheet(variant.key, "en").html
        marked = re.findall(r'>([\w.]+)</a> <span class="tag">([\w ]+)</span>', html)
        assert dict(marked) == dict(variant.reconstructed)
        assert len(marked) == len(variant.reconstructed)
        for option in variant.options:
            if option.mark and option.rule in variant.reconstructed:
                assert option.mark == variant.reconstructed[option.rule]
    whole = re.compile(r"^- [A-E]\d+\.[^.]*\*\(reconstructed\)\*\.$", re.MULTILINE)
    assert [path.name for path in SHEETS.glob("*.md") if whole.search(path.read_text())] == []


DEALT = [[CODES[at] for at in range(seat, 72, 4)] for seat in range(4)]


def drawn(replayed: Replay) -> str:
    """The numbers of the rules as both score sheets show them."""
    source = (
        "{% load rules %}{% for line in sheet %}"
        '<td><a href="#r-{{ line.rule }}">{{ line.rule }}</a>{% rule_dagger line.rule %}</td>'
        "{% endfor %}{% dagger_legend sheet %}"
    )
    context = {"sheet": sheet_of(replayed), "game_key": replayed.record.variant.key}
    return Template(source).render(Context(context))


def test_a_line_of_the_score_sheet_has_a_sign_that_is_explained_and_read_out() -> None:
    """A sheet without such a rule has no legend."""
    page = drawn(replay(record_by_chance(game("taroux-of-six"), 6)))
    cell = re.search(r'href="[^"]*#r-B50">B50</a>(.*?)</td>', page)
    assert cell is not None
    assert 'aria-hidden="true">†</sup>' in cell[1]
    assert '<span class="visually-hidden"> reconstructed</span>' in cell[1]
    assert "† " in re.sub(r"<[^>]*>", "", page)
    assert "the sources say nothing about this rule, or too little" in page
    dealt = {seat: " ".join(cards) for seat, cards in enumerate(DEALT)}
    told = hand(deal=dealt).says("guard-without pass pass pass").plays_on(4).claims(0)
    assert "†" not in drawn(told.stands().replay)
    assert "{% rule_dagger line.rule %}" in (TEMPLATES / "_sheet.html").read_text()
    for name in ("recording/_score.html", "replay/_score.html", "analysis/_compared.html"):
        text = (TEMPLATES / name).read_text()
        assert '{% include "_sheet.html"' in text
        assert "{% dagger_legend sheet %}" in text


def test_a_refusal_says_that_its_rule_is_open() -> None:
    """A17: after the Fool the next card sets the suit; here B20, a Contra to the own partner."""
    told = hand(6, variant="taroux-of-six", auction_direction="with-play")
    told = told.does("call", seat=0, call="take")
    tried = told.does("call", seat=1, call="pass").does("call", seat=2, call="pass")
    tried = tried.does("call", seat=3, call="contra", of="take")
    problem = tried.replay.problem
    assert problem is not None
    assert problem.rule == "taroux-of-six/B20"
    refusal = refusal_of(tried.replay, problem, {"op": "act", "action": {"kind": "call"}})
    context = {"refusal": refusal, "game_key": refusal.variant, "club": {"slug": "club"}}
    context["voice"] = Voice(tried.record.players, refusal.variant)
    page = render_to_string("recording/_refusal.html", context)
    assert '<span class="tag">reconstructed</span>' in page


def test_the_replay_says_it_at_the_step() -> None:
    """A20: no empty card is left to give for the Fool."""
    told = hand(4, variant="taros-1659", dealer=0).plays("SK SJ SN SQ F HK H2 H3")
    shown = film(told.stands().record, ALL)
    assert shown.steps[-1].words.startswith(
        "Trick 2, Dario plays 3 of hearts. Boris wins the trick."
    )
    assert "Anna keeps the Fool and gives Boris a card worth 1. Rule A20: reconstructed." in (
        shown.steps[-1].words
    )
