"""Every code has its sentence, and every sentence names players and cards as people do."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from games.access import errors
from games.display import reasons
from games.rules import Line, Problem
from games.rules.problems import CODES_IN_ORDER

PLAYERS = ("anna", "Boris", "Chloé", "Dario")


def test_the_register_holds_the_codes_of_the_record_format() -> None:
    assert tuple(reasons.REASONS) == CODES_IN_ORDER


@pytest.mark.parametrize("code", CODES_IN_ORDER)
def test_every_code_has_a_sentence_and_a_status(code: str) -> None:
    reason = reasons.REASONS[code]
    assert reason.status == (400 if code == "malformed" else 422)
    assert str(reason.meaning).endswith(".")


def test_every_code_that_the_engine_gives_is_in_the_register() -> None:
    """Codes are written as first argument of `Problem` in games/rules."""
    source = Path(reasons.__file__).parents[1] / "rules"
    text = "\n".join(path.read_text() for path in source.rglob("*.py"))
    used = set(re.findall(r'Problem\(\s*"([a-z-]+)"', text))
    assert used
    assert used <= set(reasons.REASONS)


def test_errors_of_a_write_have_codes_of_their_own() -> None:
    codes = [error.code for error in errors.ALL if error is not errors.Refused]
    assert len(set(codes)) == len(codes)
    assert not set(codes) & set(reasons.REASONS)
    assert all(str(error.sentence).endswith(".") for error in errors.ALL[1:])
    assert {error.status for error in errors.ALL[1:]} <= {400, 403, 409, 422, 503}


def problem(template: str, **facts: object) -> Problem:
    return Problem("must-follow-suit", template, facts, players=PLAYERS)


@pytest.mark.parametrize(
    ("template", "facts", "said"),
    [
        ("{player} holds {cards}.", {"player": 1, "cards": (14, 27)},
         "Boris holds ace of hearts and king of hearts."),
        ("{player} leads {suit}.", {"player": 0, "suit": 1}, "Anna leads hearts."),
        ("{card} is gone.", {"card": 27}, "King of hearts is gone."),
        ("{player} and {other}: {count}", {"player": 2, "other": 3, "count": 4},
         "Chloé and Dario: 4"),
        ("{cards}", {"cards": (56, 57, 77)}, "Trump 1, trump 2 and Fool"),
        ("{cards}", {"cards": ()}, "Nothing"),
        ("{player} is out.", {"player": 7}, "Seat 8 is out."),
    ],
)  # fmt: skip
def test_facts_become_words(template: str, facts: dict[str, object], said: str) -> None:
    assert reasons.sentence(problem(template, **facts)) == said
    assert reasons.sentence(problem(template, **facts), PLAYERS) == said


@pytest.mark.parametrize(
    "told",
    [
        Problem("must-follow-suit", "{cards}", {"cards": (13, 24, 62, 77)}, variant="sca-tarok"),
        Problem("must-follow-suit", "{cards}", {"cards": (13, 24, 62, 77)}, rule="sca-tarok/C7"),
    ],
)
def test_cards_are_called_as_in_the_game_of_the_record_or_of_the_rule(told: Problem) -> None:
    assert reasons.sentence(told) == "King of swords, page of cups, Major 7 and Fool"


def test_a_sentence_is_said_in_the_language_of_the_reader(monkeypatch) -> None:
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
