"""What breaks a record, whatever the game: all mutations with their weights, and odd options."""

from .breaking_deal import forget, touch_deal, touch_discard, touch_stock
from .breaking_plays import (
    any_card,
    card_of_the_hidden,
    claim_now,
    double,
    double_early,
    drop,
    drop_early,
    excuse,
    excuse_last,
    move_announcement,
    no_excuse,
    of_kind,
    other_card,
    other_dealer,
    other_seat,
    other_seat_early,
    place,
    swap_early_neighbours,
    swap_last_plays,
    swap_neighbours,
    swap_own_plays,
    swap_plays,
    unbalance,
)
from .cards import FOOL, TRUMPS

ANNOUNCEMENTS = (
    "slam",
    "sparrow",
    "handful",
    "abundance",
    "petit-sec",
    "pagat-ultimo",
    "fool-last",
)
ODD_CALLS = ["pass", "contra", "recontra", "take", "Take", "small", "solo", ""]
ALWAYS = {
    swap_own_plays: 4,
    swap_plays: 1,
    other_card: 1,
    card_of_the_hidden: 1,
    other_seat: 1,
    drop: 1,
    drop_early: 1,
    double: 1,
    double_early: 1,
    swap_neighbours: 1,
    swap_early_neighbours: 1,
    excuse: 1,
    no_excuse: 1,
    claim_now: 4,
    swap_last_plays: 1,
    touch_deal: 2,
    forget: 1,
    other_dealer: 1,
    unbalance: 1,
}
WITH_AN_AUCTION = {other_seat_early: 1, move_announcement: 2, touch_discard: 5, excuse_last: 1}


def mutations(game):
    """All mutations of a game, the likelier ones several times."""

    def insert(rng, record):
        """An action that this or another game has, mostly early."""
        early = rng.randint(0, min(16, len(record["actions"])))
        at = rng.choice([early, place(rng, record)])
        record["actions"].insert(at, any_action(rng, game, len(record["players"])))

    def other_call(rng, record):
        rng.choice(of_kind(record, "call"))["call"] = rng.choice(["pass", *game.bids])

    def contract(rng, record):
        """The highest bid becomes another one: exchange, purchase and end may not fit."""
        bids = [call for call in of_kind(record, "call") if call["call"] in game.bids]
        bids[-1]["call"] = rng.choice(game.bids)

    def late_announcement(rng, record):
        """An announcement somewhere around the exchange and the first tricks."""
        players = len(record["players"])
        at = rng.randint(players, min(len(record["actions"]), 4 * players + 2))
        action = announcement(rng, game, rng.randrange(players))
        if "cards" in action:
            plays = [each for each in of_kind(record, "play") if each["seat"] == action["seat"]]
            trumps = [each["card"] for each in plays if each["card"] in (*TRUMPS, FOOL)]
            action["cards"] = trumps
        record["actions"].insert(at, action)

    weights = ALWAYS | {insert: 3}
    if game.bids:
        weights |= WITH_AN_AUCTION | {other_call: 1, contract: 1, late_announcement: 2}
    if "stock" in game.counted:
        weights |= {touch_stock: 1}
    weights |= game.mutations
    return [each for each, weight in weights.items() for _ in range(weight)]


def announcement(rng, game, seat):
    what = rng.choice([*ANNOUNCEMENTS, *game.announcements * 4])
    action = {"kind": "announce", "seat": seat, "what": what}
    if what in game.shows_cards or rng.random() < 0.1:
        action["cards"] = rng.sample(TRUMPS, rng.choice([6, 7, 8, 10, 13, 15, 18]))
    return action


def any_action(rng, game, players):
    """An action of a kind that this or another game has."""
    seat = rng.randrange(players)
    sizes = [1, 3, 6, *(size for by in game.counted.values() for size in by.values())]
    cards = rng.sample(game.pack, rng.choice(sizes))
    twice = [*cards, *cards[:1]]
    call = {"kind": "call", "seat": seat, "call": rng.choice([*ODD_CALLS, *game.bids * 3])}
    return rng.choice(
        [
            {"kind": "claim", "seat": seat},
            announcement(rng, game, seat),
            announcement(rng, game, seat),
            {"kind": "king", "seat": seat, "card": any_card(rng)},
            {"kind": "stock", "cards": rng.choice([cards, cards, twice])},
            {"kind": "discard", "seat": seat, "cards": cards, "shown": cards[: rng.choice([0, 1])]},
            {"kind": "discard", "seat": seat, "cards": None, "shown": cards[: rng.choice([0, 4])]},
            {"kind": "discard", "seat": seat, "cards": rng.choice([None, cards, twice])},
            call | rng.choice([{}, {"of": rng.choice([*ODD_CALLS, *game.bids])}]),
            {"kind": "play", "seat": seat, "card": any_card(rng)},
            {"kind": "take", "seat": seat, "half": rng.choice(["first", "second", "third"])},
            {"kind": "buy", "seat": seat, "card": rng.choice([None, any_card(rng)])},
            {"kind": "buy", "seat": seat, "card": any_card(rng), "from": rng.choice([seat, 7])},
        ]
    )


def odd_options(game):
    """Pairs of key and value that a check of options may take: values in another type or case."""
    pairs = [("_own", 1), ("petit", "taker"), ("target", 50), ("direction", "clockwise")]
    for key, values in game.options.items():
        pairs += [(key, odd) for value in values for odd in misspelt(value)]
    return [*pairs, *game.odd_options]


def misspelt(value):
    """The value itself, and others that are almost it."""
    odd: list[object] = [value, None, {}, [value]]
    if isinstance(value, str):
        return [*odd, value.capitalize(), f"{value} ", value.replace("-", "_"), 0, True]
    if isinstance(value, bool):
        return [*odd, int(value), str(value).lower()]
    if isinstance(value, int):
        return [*odd, float(value), str(value), value + 1, 10**15, bool(value), -1]
    return odd
