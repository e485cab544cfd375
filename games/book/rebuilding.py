"""Writing again what follows from the record of a sealed hand."""

from __future__ import annotations

from games.book import agreed, records
from games.book.chain import players_of, write_result
from games.book.hands import within_day
from games.book.results import result_of
from games.models import Hand, Seal
from games.rules import replay


class DoesNotStand(Exception):
    """The rules refuse the record of a sealed hand."""


def rebuild_hand(hand: Hand) -> None:
    """Write the derived columns of a sealed hand from its record.

    Runs in the caller's transaction, in which nobody else amends the hand. The statistics are not
    counted again. Raises DoesNotStand, RecordError.
    """
    seal = records.latest_seal(hand)
    replayed = replay(records.read_seal(seal))
    if replayed.problem is not None:
        raise DoesNotStand(f"Hand {hand.public_id} does not stand: {replayed.problem}")
    first = seal if seal.revision == 1 else Seal.objects.get(hand=hand, revision=1)
    moments = first.sealed_at, seal.sealed_at if seal.revision > 1 else None
    # Its time is kept within the day of its match: the site may have another time zone by now.
    columns = "sealed_at", "amended_at", "played_at"
    follows = *moments, within_day(hand.match.played_on, hand.played_at)
    if tuple(getattr(hand, column) for column in columns) != follows:
        vars(hand).update(zip(columns, follows, strict=True))
        hand.save(update_fields=columns)
    write_result(hand, result_of(replayed), [player.pk for player in players_of(hand)])
    agreed.rewrite_columns(hand)
