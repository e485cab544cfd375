"""The replay of every game at every table: each card at one place, and nobody sees too much."""

import re
from collections import Counter

import pytest

from games.book.sealing import GAME_FIELDS
from games.replay import ALL, NONE, Film, View, film, view_of
from games.replay.course import course_of
from games.replay.knowing import SuitKnown, glimpses
from games.replay.words import SAYS
from games.rules import VARIANTS, Record, Variant, find_variant
from games.rules.cards import codes_of, mask_of
from games.rules.hand.actions import Stock
from games.rules.hand.knowledge import laid_away
from tests import chance
from tests.games import EVERY_TABLE, record_by_chance, wild_record
from tests.thorough import amount

KNOWN_OR_NOT = pytest.mark.parametrize("known", [True, False], ids=["dealt", "seen"])


def view_from(seat: int | None, players: int) -> View:
    """The view of a seat, or of a guest who has none."""
    view = NONE if seat is None else view_of(str(seat), players)
    assert view is not None
    return view


def seen_by(record: Record, seat: int | None) -> Film:
    return film(record, view_from(seat, len(record.players)))


def held(shown: Film, seat: int, step: int) -> list[str]:
    return [card.code for card in shown.seats[seat].fan.cards if step in card.when]


def on_table(shown: Film, step: int) -> list[str]:
    return [card.code for card in shown.laid if step in card.when]


def all_at_one_place(shown: Film) -> None:
    """No card is twice on the table or in the hands, each hand has as many as it holds, and each
    step says what happened."""
    for step, at in enumerate(shown.course.positions):
        hands = [held(shown, seat, step) for seat in shown.course.seats]
        assert [len(hand) for hand in hands] == list(at.held)
        faces = Counter([code for hand in hands for code in hand if code] + on_table(shown, step))
        assert set(faces.values()) <= {1}
    assert all(step.words and "%(" not in step.words for step in shown.steps)


@EVERY_TABLE
def test_each_card_is_at_one_place_at_each_step(variant: Variant, players: int) -> None:
    """With the deal written down no card of a hand lies face down."""
    shown = film(record_by_chance(variant, players), ALL)
    all_at_one_place(shown)
    assert all(card.code for seat in shown.seats for card in seat.fan.cards)
    assert not any(seat.fan.inferred for seat in shown.seats)
    all_at_one_place(film(record_by_chance(variant, players, hands_known=False), ALL))
    for seed in range(amount(1, thorough=4)):
        record = wild_record(variant, players, seed)
        known = [seat for seat in range(players) if (seat + seed) % 2]
        for one in (record, chance.as_seen(record, known=known)):
            all_at_one_place(film(one, ALL))


@EVERY_TABLE
@KNOWN_OR_NOT
def test_a_seat_sees_its_own_cards_and_what_lies_open_and_a_guest_only_that(
    variant: Variant, players: int, known: bool
) -> None:
    record = record_by_chance(variant, players, hands_known=known)
    for seat in (*range(players), None):
        shown = seen_by(record, seat)
        own, played = set(), set()
        open_now = open_to(shown, seat)
        for step in range(shown.last + 1):
            own |= set() if seat is None else set(held(shown, seat, step))
            played |= set(on_table(shown, step))
            others = (held(shown, other, step) for other in range(players) if other != seat)
            assert not any(code for hand in others for code in hand)
            assert readable(shown, step) <= own | played | open_now


def readable(shown: Film, step: int) -> set[str]:
    """What can be read of the spreads on the table and in the list of tricks."""
    spread = {code for one in shown.spreads if step in one.readable for code in one.faces}
    cells = (cell for row in shown.rows for cell in row.cells)
    return spread | {cell.code for cell in cells if cell and step in cell.seen}


def open_to(shown: Film, seat: int | None) -> set[str]:
    """The cards that a seat has seen besides its own and those played: the stock where it is turned
    up or this seat took it, what it laid away, cards called, bought or shown."""
    end, record = shown.course.end, shown.course.record
    cards = [action.get("card") for _step, action in shown.course.actions("king", "buy")]
    cards += [code for action in record.actions for code in action.get("shown", ())]
    laid = any(laid.seat == seat for laid in end.laid)
    if Stock in record.variant.phases or laid:
        cards += codes_of(end.stock or 0)
    if laid:
        cards += codes_of(laid_away(end) or 0)
    return {code for code in cards if code}


@EVERY_TABLE
def test_what_a_seat_is_told_of_other_hands_is_true_and_follows_from_what_it_saw(
    variant: Variant, players: int
) -> None:
    """Who is shown as out of a suit does not play it; and it makes no difference what the others
    wrote down."""
    written = record_by_chance(variant, players)
    seen = record_by_chance(variant, players, hands_known=False)
    later = len(seen.actions) - len(written.actions)  # the stock turned up is a step of its own
    for seat in range(players):
        all_known, as_seen = seen_by(written, seat).known, seen_by(seen, seat).known
        assert all_known
        plays_what_it_may_have(written, all_known, seat)
        first = next(at for at, action in enumerate(written.actions) if action["kind"] == "play")
        for one, other in zip(all_known, as_seen, strict=False):
            for step in range(first, len(written.actions)):
                (count, out), here = unseen(one, step), step + later
                if any(here in when for _count, when in other.counts):
                    assert (count, out) == unseen(other, here)
                else:  # not all of its own cards are known: only what is sure is shown
                    most, surely_out = unseen(other, here)
                    assert most >= count and set(surely_out) <= set(out)


def plays_what_it_may_have(record: Record, known: tuple[SuitKnown, ...], seat: int) -> None:
    """Nobody else plays a suit of which this seat is told that they are out."""
    for step, action in enumerate(record.actions):
        if action["kind"] == "play" and action["seat"] != seat and action["card"] != "F":
            suit = "SHDCT".index(action["card"][0])
            name = record.players[action["seat"]]
            holder = next(one for one in known[suit].holders if one.name == name)
            assert step not in holder.out


@EVERY_TABLE
@KNOWN_OR_NOT
def test_a_player_without_cards_may_hold_none(variant: Variant, players: int, known: bool) -> None:
    course = course_of(record_by_chance(variant, players, hands_known=known))
    played_out = 0
    for seat in range(players):
        for at, seen in zip(course.positions, glimpses(course, seat), strict=False):
            for other in range(players):
                if at.phase == "play" and other != seat and not at.held[other]:
                    assert seen.possible[other] == 0
                    played_out += 1
    assert played_out


def unseen(known: SuitKnown, step: int) -> tuple[int, list[str]]:
    """How many cards of a suit are out at a step, or may be, and who has none of them."""
    return (
        next(count for count, when in (*known.counts, *known.most) if step in when),
        [one.name for one in known.holders if step in one.out],
    )


def exact(shown: Film) -> set[int]:
    """The steps at which the page can tell just how many cards are out."""
    return {
        step
        for step in range(shown.last + 1)
        for count, when in shown.known[0].counts
        if step in when
    }


def test_a_seat_of_tarok_knows_its_hand_also_where_the_order_of_the_pile_is_not_known() -> None:
    """C9: what it draws shows when it plays it; after the last draw nothing is open any more."""
    tarok = find_variant("sca-tarok")
    assert tarok is not None
    whole = record_by_chance(tarok, 3)
    shown = seen_by(whole._replace(hands=(whole.hands[0], None, None), stock=None), 0)
    last_draw = next(at.step for at in shown.course.positions if at.pile == 0)
    before_any = next(at.step for at in shown.course.positions if at.closed == 1)
    assert exact(shown) >= {*range(before_any), *range(last_draw, shown.last + 1)}
    assert exact(shown) < set(range(shown.last + 1))
    everything = seen_by(whole, 0)
    assert exact(everything) == set(range(everything.last + 1))
    for step in exact(shown):
        assert [unseen(suit, step)[0] for suit in shown.known] == [
            unseen(suit, step)[0] for suit in everything.known
        ]


def test_who_took_up_a_stock_that_nobody_wrote_down_knows_it_from_his_discard_on() -> None:
    """Droggn 2.6.1: what he kept of it he plays, what he laid away nobody plays."""
    droggn = find_variant("droggn")
    assert droggn is not None
    records = (record_by_chance(droggn, 3, seed=seed) for seed in range(1, 400, 20))
    whole = next(one for one in records if one.actions[3]["kind"] == "discard")
    seat = whole.actions[3]["seat"]
    hands = tuple(cards if at == seat else None for at, cards in enumerate(whole.hands))
    laid = [{**whole.actions[3], "cards": None}]
    actions = (*whole.actions[:3], *laid, *whole.actions[4:])
    shown = seen_by(whole._replace(hands=hands, stock=None, actions=actions), seat)
    assert exact(shown) == set(range(shown.last + 1))
    everything = seen_by(whole, seat)
    for step in range(4, shown.last + 1):
        assert [unseen(suit, step) for suit in shown.known] == [
            unseen(suit, step) for suit in everything.known
        ]
    (stock, *_others) = (spread for spread in shown.spreads if spread.label == "stock")
    assert sorted(stock.faces) == sorted(codes_of(mask_of(whole.stock or ())))
    assert stock.inferred and not stock.backs


@pytest.mark.parametrize(
    ("key", "words", "others"),
    [
        (
            "sca-tarok",
            r"plays (Major \d+|Fool|\w+ of (swords|cups|pentacles|wands))\.",
            "trump|jack",
        ),
        (
            "droggn",
            r"plays (trump \d+|Gstiess|\w+ of (spades|hearts|diamonds|clubs))\.",
            "Fool|Major",
        ),
    ],
)
def test_a_step_names_the_card_as_its_game_does(key: str, words: str, others: str) -> None:
    variant = find_variant(key)
    assert variant is not None
    shown = film(record_by_chance(variant, 3), ALL)
    played = [one.words for one in shown.steps if " plays " in one.words]
    assert len(played) == len(shown.laid)
    assert all(re.search(words, said) and not re.search(others, said) for said in played)


def test_each_game_has_its_words_and_there_is_a_sentence_for_whatever_can_happen() -> None:
    for variant in VARIANTS:
        assert all(bid.label for bid in variant.bids), variant.key
        assert all(variant.labels[key] for key in variant.challenges), variant.key
        assert all(kind.label for kind in variant.announcements), variant.key
        assert "stock" in variant.labels, variant.key
    assert set(SAYS) == set(GAME_FIELDS)


@pytest.mark.parametrize(
    ("key", "players", "words"),
    [
        ("taros-1659", 3, r"(keeps the Fool|loses the Fool|wins the Fool back)"),
        ("sca-tarok", 4, r"(Everybody draws|draw the last two)"),
    ],
)
def test_a_trick_is_shown_with_its_consequences(key: str, players: int, words: str) -> None:
    """Taros A18 to A20: what becomes of the Fool; Tarok C9: who draws."""
    variant = find_variant(key)
    assert variant is not None
    films = (film(record_by_chance(variant, players, seed=seed), ALL) for seed in range(1, 50))
    shown = next(one for one in films if any(at.notice for at in one.course.positions))
    for step, at in zip(shown.steps, shown.course.positions, strict=True):
        assert bool(re.search(words, step.words)) == (at.notice is not None)
