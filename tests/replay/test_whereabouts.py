"""Where each card can still be: nothing that is true is ruled out."""

from games.replay import film, view_of
from games.replay.course import PLAYING
from games.replay.film import Film
from games.replay.whereabouts import Chance, Whereabouts, label_of
from games.rules import Record, Variant, card_id
from tests.games import EVERY_TABLE
from tests.replay.hands import (
    IN_TRICK_7,
    NADIA,
    SAMIR,
    by_chance,
    samirs_petite,
    wild_hands,
)


def seen(record: Record, seat: int) -> tuple[Film, Whereabouts]:
    view = view_of(str(seat), len(record.players))
    assert view is not None
    shown = film(record, view)
    assert shown.whereabouts is not None
    return shown, shown.whereabouts


def may_hold(there: Whereabouts, name: str, suit: int, step: int) -> str:
    chances, _none = there.suits[suit].cells[there.names.index(name)]
    return " ".join(chance.label for chance in chances if step in chance.when)


# Before the third card of trick 7; that the dog was turned up is a step of its own here.
STEP = IN_TRICK_7 + 1


def test_what_the_others_may_hold_in_trick_7() -> None:
    """Nadia has followed everything; Samir ruffed hearts, Elise diamonds. Wanda played the Fool."""
    _shown, there = seen(samirs_petite(hands_known=False), NADIA)
    assert there.names == ("Wanda", "Samir", "Elise")
    assert may_hold(there, "Samir", 1, STEP) == ""
    assert STEP in there.suits[1].cells[1][1]
    assert may_hold(there, "Elise", 1, STEP) == "J 6 5"
    assert may_hold(there, "Elise", 2, STEP) == ""
    assert may_hold(there, "Wanda", 2, STEP) == "J 7"  # the 8 and the 6 lay in the dog
    assert may_hold(there, "Samir", 2, STEP) == "J 8 7 6"
    assert may_hold(there, "Samir", 4, STEP) == "21 20 19 18 17 14 13 11 10 9 7 6 5 3"
    assert "F" not in may_hold(there, "Samir", 4, STEP)
    # What was laid away unseen is counted, but not for the one who laid it away.
    assert [count for count, when in there.aside if STEP in when] == [6]
    _shown, his = seen(samirs_petite(), SAMIR)
    assert not [count for count, when in his.aside if IN_TRICK_7 in when]


def called_elsewhere() -> tuple[Record, int, int]:
    """A hand in which the called king falls from another hand than the taker's: the record, the
    steps at which it has just been called and played."""
    for seed in range(200):
        record = by_chance(5, seed)
        for call, action in enumerate(record.actions, 1):
            if action["kind"] == "king":
                for play, other in enumerate(record.actions, 1):
                    falls = other["kind"] == "play" and other["card"] == action["card"]
                    if falls and other["seat"] != action["seat"]:
                        return record, call, play
    raise AssertionError("nobody has called a king of another hand")


def test_the_called_king_is_looked_for_until_it_falls() -> None:
    record, call, play = called_elsewhere()
    taker, holder = record.actions[call - 1]["seat"], record.actions[play - 1]["seat"]
    _shown, there = seen(record, taker)
    assert there.called is not None
    assert there.called.code == record.actions[call - 1]["card"]
    assert call - 1 not in there.called.when
    assert {name for name, when in there.called.holders if call in when} == set(there.names)
    assert play in there.called.seen
    assert not [name for name, when in there.called.holders if play in when]
    _shown, own = seen(record, holder)
    assert own.called is not None
    assert call in own.called.own


@EVERY_TABLE
def test_who_really_holds_a_card_is_never_ruled_out(variant: Variant, players: int) -> None:
    """At every step of the play, for every seat and every card that it has not seen."""
    for record in wild_hands(variant, players)[:2]:
        for seat in range(players):
            shown, there = seen(record, seat)
            everything = film(record, view_of("", players) or shown.view)
            for step in (at.step for at in shown.course.positions if at.phase in PLAYING):
                if step in there.blind:
                    continue
                for other in range(players):
                    if other == seat:
                        continue
                    fan = everything.seats[other].fan.cards
                    held = [card.code for card in fan if card.code and step in card.when]
                    cells = [
                        suit.cells[there.names.index(record.players[other])][0]
                        for suit in there.suits
                    ]
                    allowed = sum(step in chance.when for cell in cells for chance in cell)
                    assert allowed >= len(held)
                    assert labels(cells, step) >= wanted(held, there, shown), (seat, other, step)


def labels(cells: list[tuple[Chance, ...]], step: int) -> set[tuple[int, str]]:
    return {
        (suit, one.label) for suit, cell in enumerate(cells) for one in cell if step in one.when
    }


def wanted(held: list[str], there: Whereabouts, shown: Film) -> set[tuple[int, str]]:
    ranks = shown.course.end.trick_rules.ranks
    found = set()
    for code in held:
        card = card_id(code)
        suit = next((at for at in range(5) if ranks.suits[at] >> card & 1), 4)
        found.add((suit, label_of(card, shown.course.record.variant.key)))
    return found
