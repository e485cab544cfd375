"""The fields of an action: their JSON types, card names, limits (record format, "Actions" and "Limits")."""

from collections.abc import Mapping
from typing import Any

from games.rules.cards import BIT, IDS, ids_of, mask_of
from games.rules.game.variant import Variant
from games.rules.problems import N_, Problem, RecordError, malformed
from games.rules.record.kinds import FIELDS, STATED, TEXTS
from games.rules.record.strict import MAX_TEXT, check_text, check_value, is_time


def check_fields(raw: Any) -> None:
    """Check what holds for an action of any kind. Raises RecordError naming the field."""
    if not isinstance(raw, dict):
        raise malformed(N_("An action must be an object."))
    for key, value in raw.items():
        check_text(key, "key")
        if key not in FIELDS and not key.startswith("_") and not _states(raw, key):
            raise malformed(N_("No action has a field “{field}”."), field=key)
        check_value(value, key)
    for key in TEXTS:
        value = raw.get(key)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise malformed(
                N_("“{field}” may have at most {limit} characters."),
                field=key,
                limit=MAX_TEXT,
            )
    if not isinstance(raw.get("kind"), str):
        raise malformed(N_("An action needs a “kind”."))
    if not isinstance(raw.get("note", ""), str):
        raise malformed(N_("“{field}” must be a text."), field="note")
    if "at" in raw and not is_time(raw["at"]):
        raise malformed(N_("“at” must be a date and time with T and a zone (RFC 3339)."))


def _states(raw: Mapping[str, Any], key: str) -> bool:
    return key == STATED and raw.get("kind") == "result"


def seat_field(raw: Mapping[str, Any], seats: int, field: str = "seat") -> int:
    """Return a seat from 0 to seats - 1. Raises RecordError."""
    seat = raw.get(field)
    if type(seat) is not int or not 0 <= seat < seats:
        raise malformed(
            N_("“{field}” must be a whole number from 0 to {last}."),
            field=field,
            last=seats - 1,
        )
    return seat


def text_field(raw: Mapping[str, Any], field: str) -> str:
    """Return a text that must be there. Raises RecordError."""
    text = raw.get(field)
    if not isinstance(text, str):
        raise malformed(N_("“{field}” must be a text."), field=field)
    return text


def irregular_field(raw: Mapping[str, Any]) -> bool:
    """Return whether the table let the action stand; the reason must not be empty. Raises RecordError."""
    if "irregular" not in raw:
        return False
    if not text_field(raw, "irregular"):
        raise malformed(N_("Say why the table let it stand (“irregular” is empty)."))
    return True


def one_card(raw: Mapping[str, Any], field: str, variant: Variant) -> int:
    """Return a card of the variant's pack. Raises RecordError."""
    return _known_card(text_field(raw, field), variant)


def cards_field(raw: Mapping[str, Any], field: str, variant: Variant) -> tuple[int, ...]:
    """Return a list of different cards of the variant's pack. Raises RecordError."""
    return card_list(raw.get(field), field, variant)


def card_list(codes: Any, field: str, variant: Variant) -> tuple[int, ...]:
    """Return the numbers of a list of card codes. Raises RecordError: malformed, unknown, foreign, twice."""
    try:
        cards = ids_of(codes) if isinstance(codes, list) else None
    except (KeyError, TypeError):
        cards = None
    if cards is None:
        raise _no_cards(codes, field, variant)
    mask = mask_of(cards)
    if mask & ~variant.pack.cards:
        raise _not_in_pack(next(card for card in cards if BIT[card] & ~variant.pack.cards))
    if mask.bit_count() < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise RecordError(
            Problem(
                "duplicate-card",
                N_("{card} is listed twice."),
                {"card": twice},
                cards=(twice,),
            )
        )
    return cards


def _no_cards(codes: Any, field: str, variant: Variant) -> RecordError:
    """Return the error of what is not a list of card codes.

    The error of what is not a list of texts comes before that of a text that is not a card.
    """
    check_texts(codes, field)
    return unknown_card(next(code for code in codes if code not in IDS), variant)


def check_texts(codes: Any, field: str) -> None:
    """Raise RecordError (malformed) for what is not a list of texts."""
    if not isinstance(codes, list) or not {str}.issuperset(map(type, codes)):
        raise malformed(N_("“{field}” must be a list of cards."), field=field)


def check_whole(value: Any, field: str) -> None:
    """Raise RecordError (malformed) for what is not a whole number."""
    if type(value) is not int:
        raise malformed(N_("“{field}” must be a whole number."), field=field)


def unknown_card(code: str, variant: Variant) -> RecordError:
    """Return the error of a code that names no tarot card."""
    return RecordError(
        Problem(
            "unknown-card",
            N_("“{code}” is not a tarot card."),
            {"code": code[:20]},
            rule=variant.cite("pack"),
        )
    )


def _known_card(code: str, variant: Variant) -> int:
    card = IDS.get(code)
    if card is None:
        raise unknown_card(code, variant)
    if not variant.pack.cards >> card & 1:
        raise _not_in_pack(card)
    return card


def _not_in_pack(card: int) -> RecordError:
    return RecordError(
        Problem("card-not-in-pack", N_("This game is played without {card}."), {"card": card})
    )


def points_field(raw: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the points of a ruling, one number per seat, in half points. Raises RecordError."""
    points = raw.get("points")
    if not isinstance(points, list) or len(points) != seats:
        raise malformed(
            N_("“points” must hold one number for each of the {seats} seats."),
            seats=seats,
        )
    halves = []
    for number in points:
        whole = type(number) is int
        half = type(number) is float and (number * 2).is_integer() and not number.is_integer()
        if not whole and not half:
            raise malformed(N_("“points” must be whole or half numbers."))
        halves.append(int(number * 2))
    return tuple(halves)
