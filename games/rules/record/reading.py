"""How an action is read from a record.

Reading checks the shape of an action and the names in it: `malformed`, `unknown-card`, `unknown-call`,
`unknown-announcement`, `card-not-in-pack`, `duplicate-card` and `wrong-card-count` answer here, in the order
of the table of codes; whether the rules allow the action is for the phases.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.cards import IDS
from games.rules.game.variant import Variant
from games.rules.hand.actions import (
    Action,
    Announce,
    Buy,
    Call,
    Claim,
    Discard,
    Foreign,
    King,
    Note,
    Play,
    Ruling,
    StatedFacts,
    Stock,
    Take,
    TakeBack,
)
from games.rules.problems import N_, Problem, RecordError, malformed
from games.rules.record.action_fields import (
    cards_field,
    check_fields,
    check_texts,
    check_whole,
    irregular_field,
    one_card,
    points_field,
    seat_field,
    text_field,
)
from games.rules.record.kinds import KINDS, TEXTS, Holds, fields_of


def read_action(raw: Any, variant: Variant, seats: int) -> Action:
    """Return the action of a JSON object. Raises RecordError for what is malformed or not in the game."""
    try:
        reader = _READERS[raw["kind"]]
    except (KeyError, TypeError):  # no object, no kind, or none that is known
        check_fields(raw)
        template = N_("There is no action of the kind “{kind}”.")
        raise malformed(template, kind=raw["kind"]) from None
    try:
        action = reader(raw, variant, seats)
    except RecordError:
        # Whatever else is wrong, a broken field comes first.
        check_fields(raw)
        for field, holds in fields_of(raw["kind"]).items():
            if field in raw and holds in _READ_LATE:
                _READ_LATE[holds](raw[field], field)
        raise
    if len(raw) != _BARE.get(raw["kind"]):
        check_fields(raw)
    return action


def _own(variant: Variant, action: Stock | Take | Discard | Buy | King) -> Action:
    """Return an action of a kind that only some games have: it is foreign to the others."""
    kind = type(action)
    return action if kind in variant.phases else Foreign(kind.__name__.lower())


# How many keys an action has at least. No more than these are all read and bounded by their reader,
# but for those of kinds that need a text.
_BARE = {
    kind: 1 + min(len(form.needed) for form in forms)
    for kind, forms in KINDS.items()
    if not any(text in form.needed for form in forms for text in TEXTS)
}


def _check_paid(card: Any, field: str) -> None:
    if card is not None:
        text_field({field: card}, field)


# What is read after other fields, and must have its JSON type whatever is wrong with those.
_READ_LATE: dict[Holds, Callable[[Any, str], None]] = {
    Holds.CARDS: check_texts,
    Holds.CARD_OR_NULL: _check_paid,
    Holds.WHOLE: check_whole,
}


def _read_call(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, call, irregular = seat_field(raw, seats), text_field(raw, "call"), irregular_field(raw)
    if call in variant.challenges:
        answered = text_field(raw, "of")
        if variant.bid(answered) is None:
            raise _unknown_call(answered, variant, seat)
        return Call(seat, call, irregular, answered)
    if not variant.bids or (call != "pass" and variant.bid(call) is None):
        raise _unknown_call(call, variant, seat)
    return Call(seat, call, irregular)


def _unknown_call(call: str, variant: Variant, seat: int) -> RecordError:
    return RecordError(
        Problem(
            "unknown-call",
            N_("“{call}” is not a call of this game."),
            {"call": call},
            rule=variant.cite("bids"),
            seat=seat,
        )
    )


def _read_stock(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    cards = cards_field(raw, "cards", variant)
    if Stock in variant.phases:
        _check_count(cards, variant.stock_size(seats), variant)
    return _own(variant, Stock(cards))


def _read_discard(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, irregular = seat_field(raw, seats), irregular_field(raw)
    if "cards" not in raw:
        raise malformed(N_("A discard needs “cards”: a list, or null if nobody saw them."))
    seen = raw["cards"] is not None
    names = raw.get("shown", [])
    if seen and names and isinstance(names, list) and isinstance(raw["cards"], list):
        _check_shown_among(names, raw["cards"])
    cards = cards_field(raw, "cards", variant) if seen else None
    shown = cards_field(raw, "shown", variant) if "shown" in raw else ()
    size = variant.discard_size(seats)
    counted = shown if cards is None and len(shown) > size else cards
    if counted is not None and Discard in variant.phases:
        _check_count(counted, size, variant)
    return _own(variant, Discard(seat, cards, shown, irregular))


def _check_shown_among(shown: list[Any], cards: list[Any]) -> None:
    laid = {IDS.get(code, code.upper()) for code in cards if isinstance(code, str)}
    for code in shown:
        if isinstance(code, str) and IDS.get(code, code.upper()) not in laid:
            raise malformed(
                N_("The card shown ({code}) is not in the discard."),
                code=code[:20],
            )


def _read_king(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, card = seat_field(raw, seats), one_card(raw, "card", variant)
    return _own(variant, King(seat, card))


def _read_announce(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, what = seat_field(raw, seats), text_field(raw, "what")
    kind = variant.announcement(what)
    if kind is None:
        raise RecordError(
            Problem(
                "unknown-announcement",
                N_("“{announcement}” is not an announcement of this game."),
                {"announcement": what},
                rule=variant.cite("announcements"),
                seat=seat,
            )
        )
    if not kind.shows_cards:
        return Announce(seat, what)
    if "size" in raw:
        check_whole(raw["size"], "size")
    return Announce(seat, what, cards_field(raw, "cards", variant), raw.get("size"))


def _read_play(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, irregular = seat_field(raw, seats), irregular_field(raw)
    return Play(seat, one_card(raw, "card", variant), irregular)


def _read_takeback(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat = seat_field(raw, seats)
    return TakeBack(seat, one_card(raw, "card", variant))


def _read_claim(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    return Claim(seat_field(raw, seats))


def _read_result(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    if "facts" not in raw:
        raise malformed(N_("“{field}” is missing."), field="facts")
    return StatedFacts(raw["facts"])


def _read_ruling(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    text_field(raw, "text")
    halves = points_field(raw, seats)
    total: int = sum(halves)
    if variant.zero_sum and total:
        raise RecordError(
            Problem(
                "unbalanced-ruling",
                N_("The points of the ruling add up to {sum}; they must add up to 0."),
                {"sum": f"{total / 2:g}"},
                rule=variant.cite("zero-sum"),
            )
        )
    return Ruling(halves)


def _read_note(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    text_field(raw, "text")
    return Note()


def _read_take(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat, half = seat_field(raw, seats), text_field(raw, "half")
    if half not in ("first", "second"):
        raise malformed(N_("“half” must be “first” or “second”."))
    return _own(variant, Take(seat, half))


def _read_buy(raw: Mapping[str, Any], variant: Variant, seats: int) -> Action:
    seat = seat_field(raw, seats)
    if "card" not in raw:
        raise malformed(N_("“{field}” is missing."), field="card")
    if raw["card"] is None:
        return _own(variant, Buy(seat, None))
    seller = seat_field(raw, seats, "from") if "from" in raw else None
    card = one_card(raw, "card", variant)
    pay = None if raw.get("pay") is None else one_card(raw, "pay", variant)
    return _own(variant, Buy(seat, card, pay, seller))


def _check_count(cards: tuple[int, ...], size: int, variant: Variant) -> None:
    if len(cards) != size:
        raise RecordError(
            Problem(
                "wrong-card-count",
                N_("There are {count} cards; there must be {size}."),
                {"count": len(cards), "size": size},
                rule=variant.cite("exchange"),
                cards=cards,
            )
        )


_READERS = {
    "call": _read_call,
    "stock": _read_stock,
    "take": _read_take,
    "discard": _read_discard,
    "buy": _read_buy,
    "king": _read_king,
    "announce": _read_announce,
    "play": _read_play,
    "takeback": _read_takeback,
    "claim": _read_claim,
    "result": _read_result,
    "ruling": _read_ruling,
    "note": _read_note,
}
