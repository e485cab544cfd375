"""Faults of a text are reported with their line, as a scorer who typed it would want to know."""

import pytest

from games.rules import replay
from games.rules.notation import NotationError, format_text, parse_actions, parse_text, read_hand
from tests.rules.refusals import assert_well_said
from tests.rules.table import hand

HEAD = """\
format tarot-hand/1
variant french
player A "Anna"
player B "Boris"
player C "Chloe"
dealer C
"""


def fault_of(text: str) -> NotationError:
    """The refusal of a whole hand."""
    with pytest.raises(NotationError) as refused:
        parse_text(text)
    assert_well_said(refused.value.problem)
    return refused.value


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("A: H3 H15", "unknown-card", "“H15” is not a card"),
        ("A: discard H3 H4 showm T1", "unknown-card", "“showm” is not a card"),
        ("A: ?", "unknown-card", "“?” is not a card"),
        ("A:", "malformed", "missing at the end of the line"),
        ("A: announce", "malformed", "missing at the end of the line"),
        ("A: discard", "malformed", "missing at the end of the line"),
        ('A: "pass"', "malformed", "A word is expected"),
        ("H3 H4 HK", "malformed", "a line begins with a seat"),
        ("Anna: H3", "malformed", "“Anna: H3”: a line begins with a seat"),
        ("dealer B", "malformed", "a line begins with a seat"),
        ("A: H1 H2 H3 H4 H5", "malformed", "one card for each of the 4 seats"),
        ("E: H1 H2", "malformed", "No player has the seat E"),
        ("A: claim now", "malformed", "“now” does not belong here"),
        ("A: claim at noon", "malformed", "“noon” is not a time"),
        ("A: buy HK from Boris", "malformed", "“Boris” is not a seat"),
        ("A: H3 note", "malformed", "A text is missing"),
        ('A: H3 note "x" note "y"', "malformed", "“note” is given twice"),
        ('A: H3 {"card":"H4"}', "malformed", "“card” is given twice"),
        ('A: H3 {"_a":1,"_a":2}', "malformed", "a key is given twice"),
        ('A: H3 {"_a":NaN}', "malformed", "NaN is not a number"),
        ('A: H3 {"_a":', "malformed", "not JSON: expecting value, character 13"),
        ("action " + "[" * 100_000, "malformed", "nested too deeply"),
        ('note "no end', "malformed", "not JSON: unterminated string"),
        ("ruling ten -10", "malformed", "“ten” is not a number"),
        ("A: announce handful T1 size big", "malformed", "“big” is not a number"),
    ],
)
def test_a_line_that_cannot_be_read(line: str, code: str, words: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_actions(f"A: call pass\n\n{line}\n", seats=4, first_line=10)
    assert (refused.value.line, refused.value.problem.code) == (12, code)
    assert words in str(refused.value)
    assert str(refused.value).startswith("Line 12: ")
    assert_well_said(refused.value.problem)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("variant droggn", "“variant” is given twice"),
        ("dealer A", "“dealer” is given twice"),
        ("player E Elise", "in the order of their seats: D is next"),
        ("deal D SK", "No player has the seat D"),
        ("deal A SK SX", "“SX” is not a card"),
        ("option petit", "not JSON: expecting value, character 13"),
        ("meta date", "A text is missing"),
        ('record {"variant":"french"}', "“variant” is given twice"),
        ('record {"players":[]}', "“players” is given twice"),
        ('record {"actions":[]}', "“actions” is given twice"),
        ("record x", "must be followed by a JSON object"),
        ('deal {"stock":[]}', "“stock” is given twice"),
        ('option petit "taker" now', "“now” does not belong here"),
    ],
)
def test_a_tag_that_cannot_be_read(line: str, words: str) -> None:
    fault = fault_of(HEAD + line + "\n")
    assert fault.line == 7
    assert words in str(fault)


def test_a_tag_stands_once_and_before_the_actions() -> None:
    fault = fault_of('record {"options":{}}\noption petit "taker"\n')
    assert (fault.line, str(fault)) == (2, "Line 2: “options” is given twice.")
    fault = fault_of(HEAD + "A: call pass\noption petit_sec true\n")
    assert (fault.line, fault.problem.facts) == (8, {"tag": "option"})
    assert "cannot be stored" in str(fault_of(HEAD + 'meta event "\\ud800"\n'))


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (HEAD.replace("french", "frensh"), "unknown-variant", 2),
        (HEAD + "option petit taker\noption slam_lead nobody\n", "unknown-option", 8),
        (HEAD.replace('player C "Chloe"\n', ""), "malformed", 5),
        (
            "# mine\n" + HEAD.replace('player C "Chloe"\ndealer C', "dealer A"),
            "wrong-player-count",
            4,
        ),
        (HEAD + "deal A SK\n", "wrong-card-count", 7),
        (HEAD.replace("hand/1", "hand/3"), "malformed", 1),
        ("\nA: call pass\n", "malformed", 2),
        ("", "malformed", 1),
    ],
)
def test_what_the_reader_of_records_refuses_has_its_line_too(
    text: str, code: str, line: int
) -> None:
    fault = fault_of(text)
    assert (fault.problem.code, fault.line) == (code, line)


def test_a_refused_action_leads_back_to_its_line() -> None:
    told = hand(3).says("guard pass pass").turns_up("D1 D2 D3 D4 D5 D6").lays_away(None)
    lines = [*format_text(told.record).splitlines(), "", "A: H3 H4", "A: H5"]
    written = read_hand("\n".join(lines))
    problem = replay(parse_text("\n".join(lines))).problem
    assert problem is not None and problem.code == "not-your-turn"
    assert lines[written.line_of(problem) - 1] == "A: H5"
