"""Every code has its sentence, and every sentence names players and cards as people do."""

import re
from pathlib import Path

from django.utils.translation import override

from games.display import reasons
from games.rules import Line, Problem, card_id
from games.rules.problems import CODES_IN_ORDER
from games.writing import errors

PLAYERS = ("anna", "Boris", "Chloé", "Dario")


def test_every_code_of_the_record_format_has_a_sentence_and_a_status() -> None:
    assert tuple(reasons.REASONS) == CODES_IN_ORDER
    for code, meaning in reasons.REASONS.items():
        assert reasons.http_status(code) == (400 if code == "malformed" else 422), code
        assert str(meaning).endswith("."), code


def test_every_code_that_the_engine_gives_is_in_the_register() -> None:
    """Codes are written as first argument of `Problem` in games/rules."""
    source = Path(reasons.__file__).parents[1] / "rules"
    text = "\n".join(path.read_text() for path in source.rglob("*.py"))
    used = set(re.findall(r'Problem\(\s*"([a-z-]+)"', text))
    assert used
    assert used <= set(reasons.REASONS)


def test_three_trumps_in_a_row_and_more_are_named_together() -> None:
    for codes, game, words in (
        ("T2 T3 T4 T5", "french", "trumps 2 to 5"),
        ("T2 T3 T9 F", "french", "trump 2, trump 3, trump 9 and Excuse"),
        ("SK T1 T2 T3 T6 T7 T8", "french", "king of spades, trumps 1 to 3 and trumps 6 to 8"),
        ("T2 T3 T4", "sca-tarok", "Majors 2 to 4"),
        ("S1 S2 S3", "french", "ace of spades, 2 of spades and 3 of spades"),
    ):
        cards = [card_id(code) for code in codes.split()]
        assert reasons.Voice(PLAYERS, game).cards(cards) == words


def test_errors_of_a_write_have_codes_of_their_own() -> None:
    codes = [error.code for error in errors.ALL if error is not errors.Refused]
    assert len(set(codes)) == len(codes)
    assert not set(codes) & set(reasons.REASONS)
    assert all(str(error.sentence).endswith(".") for error in errors.ALL[1:])
    assert {error.status for error in errors.ALL[1:]} <= {400, 403, 409, 422, 429, 503}


def problem(template: str, **facts: object) -> Problem:
    return Problem("must-follow-suit", template, facts, players=PLAYERS)


def test_facts_become_words() -> None:
    """Cards are called as in the game of the record or of the rule."""
    for template, facts, said in (
        (
            "{player} holds {cards}.",
            {"player": 1, "cards": (14, 27)},
            "Boris holds ace of hearts and king of hearts.",
        ),
        ("{player} leads {suit}.", {"player": 0, "suit": 1}, "Anna leads hearts."),
        ("{card} is gone.", {"card": 27}, "King of hearts is gone."),
        (
            "{player} and {other}: {count}",
            {"player": 2, "other": 3, "count": 4},
            "Chloé and Dario: 4",
        ),
        ("{cards}", {"cards": (56, 57, 77)}, "Trump 1, trump 2 and Fool"),
        ("{cards}", {"cards": ()}, "Nothing"),
        ("{player} is out.", {"player": 7}, "Seat 8 is out."),
    ):
        assert reasons.sentence(problem(template, **facts)) == said
        assert reasons.sentence(problem(template, **facts), PLAYERS) == said
    tarok = {"cards": (13, 24, 62, 77)}
    for told in (
        Problem("must-follow-suit", "{cards}", tarok, variant="sca-tarok"),
        Problem("must-follow-suit", "{cards}", tarok, rule="sca-tarok/C7"),
    ):
        assert reasons.sentence(told) == "King of swords, page of cups, Major 7 and Fool"


def test_a_sentence_is_in_the_language_of_the_reader(monkeypatch) -> None:
    monkeypatch.setattr(reasons, "gettext", {"{cards}.": "Voilà : {cards}."}.get)
    with override("fr"):
        assert reasons.sentence(problem("{cards}.", cards=(14, 15))).startswith("Voilà : ")


def test_a_line_of_the_score_sheet_is_put_into_words() -> None:
    line = Line("Tricks of {player} and {other}", "{cards}", 12, "1.11.1",
                {"player": 0, "other": 2, "cards": (77,)})  # fmt: skip
    assert reasons.line_label(line, PLAYERS, "taros-1659") == "Tricks of anna and Chloé"
    assert reasons.line_how(line, PLAYERS, "taros-1659") == "Fool"
    assert reasons.line_how(line, PLAYERS, "droggn") == "Gstiess"
    assert reasons.line_how(Line("Bouts", "", 1, "1.3.3"), PLAYERS, "french") == ""
