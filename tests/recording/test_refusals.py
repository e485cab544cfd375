"""The refusal panel: its title, its evidence, its ways out."""

import json
from typing import Any

from games.book import records
from games.recording.screen import Refusal, refusal_of
from games.rules import CODES, English, Problem, cards_of, mask_of, replay, say, tell
from games.rules.hand.turns import not_in_hand
from tests import hands
from tests.factories import act, calls, plays
from tests.recording.table import stands, told
from tests.replay.hands import CAST, record_of
from tests.rules.stubai import ANNA, BORIS, stubai

KNOWN = [hands.dealt(), *hands.auction()]
DOG = act("stock", cards=hands.DOG.split())
FIVE_LEAD = [
    *calls("pass small pass pass pass"),
    act("king", seat=1, card="HK"),
    act("discard", cards=None),
]


def problem_with(before: list[dict], players: int, deal: Any, *added: dict[str, Any]) -> Problem:
    """What the rules say of these entries and the added actions, with that deal."""
    whole = record_of(before, players=players, dealer=players - 1)
    tried = records.read_record(
        {
            "format": "tarot-hand/1",
            "variant": "french",
            "options": dict(whole.options),
            "players": list(whole.players),
            "dealer": players - 1,
            "deal": deal,
            "actions": [*whole.actions, *added],
        }
    )
    problem = replay(tried).problem
    assert problem is not None
    return problem


def refused(before: list[dict], change: dict, players: int = 4) -> Refusal:
    """What the panel says about `change` after these entries."""
    table = stands(before, players=players)
    action = {"seat": table.state.turn, **change["action"]}
    deal = before[0]["deal"] if before and before[0]["op"] == "deal" else None
    problem = problem_with(before, players, deal, action)
    return refusal_of(table, problem, {"op": "act", "action": action})


def titled(refusal: Refusal) -> str:
    return tell(refusal.title, English(CAST))


def anyway(refusal: Refusal) -> list[dict[str, Any]]:
    change: dict[str, Any] = json.loads(refusal.anyway)
    changes: list[dict[str, Any]] = change["changes"] if change["op"] == "several" else [change]
    return changes


REFUSED = [
    (hands.auction()[:2], act("call", call="small"), "The bid is too low"),
    (hands.auction(), act("play", card="SK"), "Not now"),
    (hands.exchange(), act("play", card="H1", seat=2), "It is Wanda’s turn"),
    (hands.played(1), act("play", card="H1"), "Samir cannot have it"),
    (hands.played_open(1), act("play", card="D5"), "Samir must follow hearts"),
    (hands.played_open(17), act("play", card="SQ"), "Elise must trump"),
    (hands.played_open(18), act("play", card="T1"), "Nadia must overtrump"),
    (hands.played(26), act("play", card="DJ"), "Nadia had no diamonds in trick 5"),
    (KNOWN, act("discard", cards="DK S3 S1 H6 C4 C3".split()), "A king stays in the hand"),
    (
        KNOWN,
        act("discard", cards="T21 S3 S1 H6 C4 C3".split(), shown=["T21"]),
        "An honour stays in the hand",
    ),
    (
        KNOWN,
        act("discard", cards="T4 S3 S1 H6 C4 C3".split(), shown=["T4"]),
        "A trump stays in the hand",
    ),
    (hands.auction(), act("stock", cards=["SK"]), "Not the right number of cards"),
    (
        hands.auction(),
        act("stock", cards="SK SK S1 S2 S3 S4".split()),
        "The same card appears twice",
    ),
    (
        hands.exchange(),
        act("announce", seat=0, what="handful", cards=["T1"]),
        "This cannot be announced",
    ),
]


def test_the_title_says_what_is_the_matter() -> None:
    titles = [titled(refused(before, change)) for before, change, _title in REFUSED]
    assert titles == [title for _before, _change, title in REFUSED]


def test_a_refusal_names_who_denied_a_higher_trump_or_is_barred_from_a_lead() -> None:
    """Elise trumped under the 15 in trick 1, and now has the 16."""
    opening = [*hands.exchange(), *plays("T15 T14 T3 T2 T21 H1 T16")]
    before, change = opening[:-1], opening[-1]
    refusal = refused(before[:-1], change)
    assert titled(refusal) == "Samir had no higher trump in trick 1"
    refusal = refused(FIVE_LEAD, act("play", card="H5"), players=5)
    assert (titled(refusal), refusal.rule) == ("Wanda may not lead this", "1.6.6")


def test_the_evidence_is_the_trick_with_its_guilty_card() -> None:
    refusal = refused(hands.played(26), act("play", card="DJ"))
    assert refusal.caption == say("Trick {trick}, as recorded", trick=5)
    assert [(proof.code, proof.name) for proof in refusal.proofs] == [
        ("D2", "Samir"),
        ("T2", "Elise"),
        ("T15", "Nadia"),
        ("DN", "Wanda"),
    ]
    assert [proof.code for proof in refusal.proofs if proof.guilty] == ["T15"]
    assert [proof.code for proof in refusal.proofs if proof.led] == ["D2"]
    assert (refusal.refused, refusal.rule, refusal.back) == ("DJ", "1.9.3a", "Choose another card")


def test_trumps_that_were_shown_are_named_in_runs_and_drawn_one_and_all() -> None:
    shown = "T2 T3 T4 T5 T6 T8 T9 T10 T11 T12".split()
    handful = act("announce", seat=0, what="handful", cards=shown)
    before = [*hands.exchange(), handful, *plays("H9 HK H8 H7 T21 T1 T13")]
    refusal = refused(before, act("play", card="S1"))
    assert [proof.code for proof in refusal.proofs] == shown
    text = told(stands(before), refusal.text)
    assert text.endswith("trumps 2 to 6 and trumps 8 to 12.")


def test_let_stand_the_reason_goes_to_the_earlier_card_or_the_card_itself_if_it_can() -> None:
    refusal = refused(hands.played(26), act("play", card="DJ"))
    change, card = anyway(refusal)
    ((index, fault),) = change["edits"]
    assert (fault["card"], fault["irregular"], index) == ("T15", "", refusal.earlier)
    assert card["action"]["card"] == "DJ" and "irregular" not in card["action"]
    (change,) = anyway(refused(hands.played_open(1), act("play", card="D5")))
    assert change["action"] | {"irregular": "", "card": "D5"} == change["action"]
    for before, change in (
        (hands.played(1), act("play", card="H1")),
        (hands.played_open(1), act("play", card="HK")),
        (hands.exchange(), act("play", card="H1", seat=2)),
    ):
        assert refused(before, change).anyway == "", change


def test_a_card_that_was_laid_away_leads_to_the_discard() -> None:
    laid = act("discard", cards=hands.DISCARD.split())
    before = [*hands.auction(), DOG, laid, act("play", card="H1")]
    refusal = refused(before, act("play", card="H6"))
    assert refusal.text.template.endswith("it was discarded.")
    actions = record_of(before).actions
    assert refusal.earlier is not None and actions[refusal.earlier]["kind"] == "discard"
    assert (refusal.earlier_trick, refusal.anyway) == (None, "")


def test_a_card_for_which_a_bought_one_leaves_no_room_leads_to_the_purchase() -> None:
    bought = stubai().says("ansager pass pass").lays_away(None).buys("H7", of=BORIS)
    possible = bought.state.possible(ANNA) & ~mask_of([CODES.index("C4")])
    others = mask_of(cards_of(possible)[:21])
    problem = not_in_hand(bought.state, ANNA, CODES.index("C4"), others)
    assert problem.template.endswith("fill that hand.")
    refusal = refusal_of(bought.replay, problem, act("play", card="C4"))
    assert refusal.earlier is not None
    assert bought.actions[refusal.earlier]["kind"] == "buy"


def test_a_change_that_names_no_action_can_be_told_as_well() -> None:
    """The deal contradicts a card on the table."""
    deal = hands.dealt()["deal"]
    swapped = deal | {"hands": [deal["hands"][1], deal["hands"][0], *deal["hands"][2:]]}
    problem = problem_with(hands.played(1), 4, swapped)
    refusal = refusal_of(stands(hands.played(1)), problem, {"op": "deal", "deal": deal})
    assert refusal.anyway == "" and refusal.refused == "" and refusal.back == "Close"
