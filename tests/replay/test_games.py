"""The replay of every game at every table: each card at one place, and nobody sees too much."""

import re
from collections import Counter

import pytest

from games.book.sealing import GAME_FIELDS
from games.replay import ALL, Film, film, view_of
from games.replay.course import course_of
from games.replay.knowing import SuitKnown, glimpses
from games.replay.words import SAYS
from games.rules import Record, Variant, find_variant
from games.rules.cards import codes_of, mask_of
from games.rules.hand.actions import Stock
from games.rules.hand.knowledge import laid_away
from tests import chance
from tests.games import EVERY_TABLE, EVERY_VARIANT, record_by_chance, wild_record
from tests.thorough import amount

KNOWN_OR_NOT = pytest.mark.parametrize("known", [True, False], ids=["dealt", "seen"])


def seen_by(record: Record, seat: int) -> Film:
    view = view_of(str(seat), len(record.players))
    assert view is not None
    return film(record, view)


def held(shown: Film, seat: int, step: int) -> list[str]:
    return [card.code for card in shown.seats[seat].fan.cards if step in card.when]


def on_table(shown: Film, step: int) -> list[str]:
    return [card.code for card in shown.laid if step in card.when]


@EVERY_TABLE
@KNOWN_OR_NOT
def test_each_card_is_at_one_place_at_each_step(
    variant: Variant, players: int, known: bool
) -> None:
    all_at_one_place(film(record_by_chance(variant, players, hands_known=known), ALL))


@EVERY_TABLE
@pytest.mark.parametrize("seed", range(amount(1, thorough=4)))
def test_however_wild_the_hand_each_card_is_at_one_place(
    variant: Variant, players: int, seed: int
) -> None:
    record = wild_record(variant, players, seed)
    some = chance.as_seen(record, known=[seat for seat in range(players) if (seat + seed) % 2])
    for one in (record, some):
        shown = film(one, ALL)
        all_at_one_place(shown)
        assert all(step.words and "%(" not in step.words for step in shown.steps)


def all_at_one_place(shown: Film) -> None:
    """No card is twice on the table or in the hands, and each hand has as many as it holds."""
    for step, at in enumerate(shown.course.positions):
        hands = [held(shown, seat, step) for seat in shown.course.seats]
        assert [len(hand) for hand in hands] == list(at.held)
        faces = Counter([code for hand in hands for code in hand if code] + on_table(shown, step))
        assert set(faces.values()) <= {1}


@EVERY_TABLE
def test_with_the_deal_written_down_no_card_of_a_hand_lies_face_down(
    variant: Variant, players: int
) -> None:
    shown = film(record_by_chance(variant, players), ALL)
    for seat in shown.seats:
        assert all(card.code for card in seat.fan.cards)
        assert not seat.fan.inferred


@EVERY_TABLE
@KNOWN_OR_NOT
def test_a_seat_sees_its_own_cards_and_what_lies_open(
    variant: Variant, players: int, known: bool
) -> None:
    record = record_by_chance(variant, players, hands_known=known)
    for seat in range(players):
        shown = seen_by(record, seat)
        own, played = set(), set()
        for step in range(shown.last + 1):
            own |= set(held(shown, seat, step))
            played |= set(on_table(shown, step))
            others = (held(shown, other, step) for other in range(players) if other != seat)
            assert not any(code for hand in others for code in hand)
            spread = {code for one in shown.spreads if step in one.readable for code in one.faces}
            assert spread <= own | played | open_to(shown, seat)


def open_to(shown: Film, seat: int) -> set[str]:
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
def test_a_seat_shown_as_out_of_a_suit_does_not_play_it(variant: Variant, players: int) -> None:
    record = record_by_chance(variant, players)
    for seat in range(players):
        shown = seen_by(record, seat)
        assert shown.known
        for step, action in enumerate(record.actions):
            if action["kind"] == "play" and action["seat"] != seat:
                sign = "T" if action["card"] == "F" else action["card"][0]
                suit = "SHDCT".index(sign)
                name = record.players[action["seat"]]
                holder = next(one for one in shown.known[suit].holders if one.name == name)
                assert action["card"] == "F" or step not in holder.out


@EVERY_TABLE
def test_what_a_seat_knows_does_not_follow_from_what_others_wrote_down(
    variant: Variant, players: int
) -> None:
    written = record_by_chance(variant, players)
    seen = record_by_chance(variant, players, hands_known=False)
    later = len(seen.actions) - len(written.actions)  # the stock turned up is a step of its own
    first = next(at for at, action in enumerate(written.actions) if action["kind"] == "play")
    for seat in range(players):
        all_known, as_seen = seen_by(written, seat).known, seen_by(seen, seat).known
        for one, other in zip(all_known, as_seen, strict=False):
            for step in range(first, len(written.actions)):
                (count, out), here = unseen(one, step), step + later
                if any(here in when for _count, when in other.counts):
                    assert (count, out) == unseen(other, here)
                else:  # not all of its own cards are known: only what is sure is shown
                    most, surely_out = unseen(other, here)
                    assert most >= count and set(surely_out) <= set(out)


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


@EVERY_TABLE
def test_every_step_says_what_happened(variant: Variant, players: int) -> None:
    shown = film(record_by_chance(variant, players), ALL)
    for step in shown.steps:
        assert step.words
        assert "%(" not in step.words


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


@EVERY_VARIANT
def test_each_game_has_its_words(variant: Variant) -> None:
    calls = [bid.label for bid in variant.bids] + [
        variant.labels[key] for key in variant.challenges
    ]
    assert all(calls)
    assert all(kind.label for kind in variant.announcements)
    assert "stock" in variant.labels


def test_there_is_a_sentence_for_whatever_can_happen() -> None:
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
