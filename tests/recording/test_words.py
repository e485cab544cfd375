"""What the status line says, what an undo takes back, what a key is called."""

from games.models import Hand
from games.recording.screen.pad import suits_of
from games.recording.screen.words import KEY_WORDS, WAYS_TO_END, bans, cited
from games.rules import Problem, find_variant
from games.templatetags.saying import in_general
from tests import hands
from tests.factories import act, calls, plays
from tests.recording.table import entry_told, line_of, stands

DOG = act("stock", cards=hands.DOG.split())
FIVE = calls("pass small pass pass pass")


LINES = [
    ([], "Wanda to speak. A bid or a pass; each speaks once."),
    (hands.auction()[:2], "Elise to speak. A pass, or a bid above Samir’s Petite."),
    (hands.auction(), "Tap the 6 cards of the dog. Turned up for everybody; Samir takes them."),
    ([*hands.auction(), DOG], "Tap the cards that Samir discards. Tap again to take one back."),
    (
        hands.played(0),
        "Wanda leads to the first trick. Can be announced now: Handful and Slam.",
    ),
    (hands.played(1), "Samir to play. Hearts were led."),
    (hands.played(4), "Elise to play. Leads to trick 2."),
    (
        hands.played(26),
        "Nadia to play. Out of diamonds since trick 5: a trump, over 16 if possible.",
    ),
    (hands.played_open(68), "Samir to play. One card is left to play: jack of clubs."),
    (hands.played(72), "The hand is over."),
    (
        [*hands.exchange(), *plays("F")],
        "Samir to play. The Excuse was led: any card sets the suit.",
    ),
    ([*hands.exchange(), *plays("T5")], "Samir to play. Trumps were led: over 5 if possible."),
    (FIVE, "Samir names a king. Tap the card that was called."),
    (
        [*FIVE, act("king", seat=1, card="HK"), act("discard", cards=None)],
        "Wanda leads to the first trick. "
        "Not in the suit of the called card, except that card itself.",
    ),
]


def test_the_line_says_who_is_next_and_what_follows() -> None:
    """At a table of five a king is called."""
    tables = [stands(changes, players=5 if changes[:5] == FIVE else 4) for changes, _line in LINES]
    assert [line_of(table) for table in tables] == [line for _changes, line in LINES]


UNDONE = [
    (act("call", seat=1, call="small"), "Samir’s Petite"),
    (act("call", seat=0, call="pass"), "Wanda’s pass"),
    (DOG, "the dog"),
    (act("discard", cards=None), "the discard"),
    (act("play", card="T16"), "Elise’s 16"),
    (act("play", card="H10"), "Elise’s 10♥"),
    (act("play", card="F"), "Elise’s Excuse"),
    (act("announce", seat=1, what="slam"), "Samir’s Slam"),
    (act("claim", seat=1), "Samir’s claim"),
    (act("takeback", card="T16"), "Elise took back 16"),
    (act("note", text="Oh"), "the comment"),
    (act("ruling", text="Late", points=[0, 0, 0, 0]), "the ruling"),
    (act("king", seat=1, card="HK"), "Samir calls K♥"),
]


def test_an_undo_names_what_it_takes_back() -> None:
    for change, words in UNDONE:
        action = {"seat": hands.ELISE, **change["action"]}
        assert entry_told(stands([]), action) == words


def test_the_reason_cites_the_rule_for_what_stays_in_the_hand() -> None:
    barred = bans(stands(hands.auction()).state)
    assert tuple((ban.rule, in_general(ban.text)) for ban in barred) == (
        ("1.7.4", "A king may not be discarded."),
        ("1.7.4", "A bout may not be discarded."),
        (
            "1.7.5",
            "A trump may be discarded only when no plain card below the king is left.",
        ),
        ("1.7.5", "A discarded trump must be shown."),
    )


def test_every_state_of_a_key_has_a_word() -> None:
    """The states of static/js/recording/pad.js, and the two that it makes itself."""
    states = {"clear", "possible", "forbidden", "played", "forced", "chosen", "refused"}
    assert set(KEY_WORDS) == states | {"absent", "sent"}


def test_every_way_to_end_a_hand_that_went_wrong_is_one_that_a_hand_can_have() -> None:
    assert [(way.key, way.name) for way in WAYS_TO_END] == list(Hand.Void.choices)


def test_a_rule_that_the_sources_leave_open_is_cited_with_its_mark() -> None:
    french, taros = find_variant("french"), find_variant("taros-1659")
    assert french is not None and taros is not None
    assert cited(taros, Problem("must-trump", "", rule="taros-1659/A17")) == (
        "A17",
        "reconstructed",
    )
    assert cited(french, Problem("must-trump", "", rule="french/1.9.4")) == ("1.9.4", "")
    assert cited(french, Problem("malformed", "")) == ("", "")


def test_the_suits_of_the_pad_are_called_as_in_the_game() -> None:
    french, tarok = find_variant("french"), find_variant("sca-tarok")
    assert french is not None and tarok is not None
    letters = ("S", "H", "D", "C", "T")
    names = ("spades", "hearts", "diamonds", "clubs", "trumps")
    assert suits_of(french) == tuple(zip(letters, names, strict=True))
    assert [name for _letter, name in suits_of(tarok)] == [
        "swords",
        "cups",
        "pentacles",
        "wands",
        "Majors",
    ]
