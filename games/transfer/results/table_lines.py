"""A table that was decided on, as the lines of an archive that an import takes in."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.sealed_lines import FACTS
from games.matches.match_changes import TABLE_LENGTH
from games.models.club_choices import Writes
from games.models.fields import PUBLIC_ID_LENGTH
from games.models.people import NAME_LENGTH
from games.rules import rotation
from games.transfer.lines import MATCH, PLAYER, TOTALS, moment, written
from games.transfer.results.hands import TableHand
from games.transfer.results.people import NEW
from games.transfer.results.plan import TABLES, TablePlan

NOON = time(12)


class TableLines:
    """The lines of a plan."""

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.names = {one.name: one for one in plan.people}
        self.ids = {
            one.name: self._key("player", one.name) if one.means == NEW else one.means
            for one in plan.people
        }
        self.known = {player.public_id: player.name for player in plan.club.players.all()}

    def __iter__(self) -> Iterator[bytes]:
        """Yield players, matches, hands, and totals of rows without hands."""
        for one in self.plan.people:
            if one.means == NEW:
                yield written({"format": PLAYER, "id": self.ids[one.name], "name": one.name})
        evenings: defaultdict[tuple[Any, ...], list[TableHand]] = defaultdict(list)
        for hand in self.plan.taken:
            evenings[(hand.day, hand.event, hand.table)].append(hand)
        tables = [(place, *one) for place, some in evenings.items() for one in seated(some)]
        matches = []
        for place, chairs, hands in tables:
            match = self._match(place, [self.ids[name] for name in chairs], len(hands[0].names))
            matches.append((match, chairs, hands))
            yield written(match)
        for match, chairs, hands in matches:
            for number, hand in enumerate(hands, 1):
                yield written(self._hand(match, chairs, hand, number))
        if batch := self.plan.totals and self.plan.batch:
            days = {"first_day": str(batch.first_day), "last_day": str(batch.last_day)}
            points = [
                {"player": self.ids[name], "halves": round(2 * one)}
                for name, one in self.plan.totals.items()
            ]
            yield written({"format": TOTALS, **batch._asdict(), **days, "points": points})

    def _key(self, *facts: str) -> str:
        """Return an id that follows from what it is for, so that the same table is known again."""
        text = "\n".join((self.plan.club.public_id, *facts))
        digest = hashlib.sha256(f"clubtarot/table/1\n{text}\n".encode()).digest()
        return b32encode(digest).decode("ascii")[:PUBLIC_ID_LENGTH].lower()

    def _match(self, place: tuple[Any, ...], seats: list[str], players: int) -> dict[str, Any]:
        day, event, table = place
        plan, (game, preset) = self.plan, self.plan.game
        options = game.differing(plan.rules.options)
        facts = [day.isoformat(), event or plan.title, table, game.key, *seats, str(options)]
        return {
            "format": MATCH,
            "id": self._key("match", *facts),
            "title": (event or plan.title)[:NAME_LENGTH],
            "variant": game.key,
            "options": options,
            "preset": "" if plan.counted or plan.shown else preset,
            "settings": {},
            "table": table[:TABLE_LENGTH],
            "played_on": day.isoformat(),
            "hands_planned": None,
            "first_dealer": 0,
            "dealer_sits_out": len(seats) > players,
            "writes": Writes.RESULT_ONLY,
            "closed_at": moment(self._at(day, 0)),
            "seats": seats,
        }

    def _hand(
        self, match: Mapping[str, Any], chairs: tuple[str, ...], hand: TableHand, number: int
    ) -> dict[str, Any]:
        record = dict(hand.record)
        sits_out = chairs.index(hand.away) if match["dealer_sits_out"] else None
        if sits_out is not None:
            record["dealer"] = rotation.dealt_by(sits_out, len(chairs), dealer_sits_out=True).dealer
        if hand.kind and self.plan.decided(hand) == TABLES:
            record["actions"] = [*record["actions"], ruling_of(hand)]
        meant = [self.names[name].means for name in hand.names]
        record["players"] = [
            self.known.get(means, name) for means, name in zip(meant, hand.names, strict=True)
        ]
        meta = {"date": match["played_on"], "event": match["title"], "table": match["table"]}
        meta |= {"board": str(number), **dict(record.get("meta", {}))}
        record["meta"] = {key: text for key, text in meta.items() if text}
        record[FACTS] = {
            "hand": self._key("hand", match["id"], str(number), str(hand.row.number)),
            "match": match["id"],
            "number": number,
            "players": [self.ids[name] for name in hand.names],
            "sits_out": sits_out,
            "writes": Writes.RESULT_ONLY,
            "played_at": moment(self._at(date.fromisoformat(match["played_on"]), number)),
        }
        return record

    def _at(self, day: date, minutes: int) -> datetime:
        """Return a moment of a day: nobody knows when, only in which order."""
        noon = datetime.combine(day, NOON, timezone.get_current_timezone())
        return noon + timedelta(minutes=min(minutes, 600))


def seated(hands: list[TableHand]) -> Iterator[tuple[tuple[str, ...], list[TableHand]]]:
    """Yield the tables of an evening: who sits there, and the hands that they played.

    Where one more sits there than plays, each hand leaves somebody out.
    """
    everybody = tuple(dict.fromkeys(name for hand in hands for name in (*hand.names, hand.away)))
    everybody = tuple(name for name in everybody if name)
    size = {len(hand.names) for hand in hands}
    if size == {len(everybody) - 1} and all(hand.away for hand in hands):
        order = _in_order(hands, everybody)
        yield order, hands
        return
    tables: defaultdict[tuple[str, ...], list[TableHand]] = defaultdict(list)
    for hand in hands:
        tables[hand.names].append(hand)
    yield from tables.items()


def _in_order(hands: list[TableHand], everybody: tuple[str, ...]) -> tuple[str, ...]:
    """Return those at a table in the order of the columns, in which each hand names them."""
    after: dict[str, set[str]] = {name: set() for name in everybody}
    for hand in hands:
        for at, name in enumerate(hand.names):
            after[name] |= {*hand.names[at + 1 :]}
    return tuple(sorted(everybody, key=lambda name: -len(after[name])))


def ruling_of(hand: TableHand) -> dict[str, Any]:
    """Return the ruling with which the scores of the table stand."""
    points = [(there or 0) - here for there, here in zip(hand.theirs, hand.ours, strict=True)]
    whole = [int(one) if float(one).is_integer() else one for one in points]
    return {"kind": "ruling", "text": _("As in the club’s own table."), "points": whole}
