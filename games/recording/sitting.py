"""A hand at its table as plain values: what the screen needs besides the entries.

The server makes one from its rows (`screen_pages.sitting_of`). A tablet gets it as JSON with the
page, so that it can go on without the server. The templates read it as `hand`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.display.chairs import SITS_OUT
from games.matches.match_so_far import MatchSoFar
from games.recording.drawing import Addresses
from games.rules import Change, Record, Replay, entering, replay, rotation

# What the record's `meta` says of one hand alone. The server adds the board of duplicate, which
# does not follow from that of the hand before.
OF_ONE_HAND = ("comment", "board", SITS_OUT)


class ClubHere(NamedTuple):
    """The club, as addresses name it, and how it wants scores confirmed."""

    slug: str
    confirms: str = "no"


class MatchHere(NamedTuple):
    """The match, as addresses and titles name it.

    `variant` is the key of its game, `writes` what gets written down of a hand unless it says
    otherwise.
    """

    public_id: str
    title: str
    variant: str
    writes: str


class Sitting(NamedTuple):
    """A hand that is being recorded.

    Its place in club and match, and the `facts` that its record has from the table
    (`rules.entering`). `sits_out` is the chair of the player who sits out, None for nobody;
    `writes` what gets written down; `version` the number of the last entry; `addresses` those of
    its panels.
    """

    club: ClubHere
    match: MatchHere
    public_id: str
    number: int
    version: int
    is_open: bool
    writes: str
    sits_out: int | None
    facts: Mapping[str, Any]
    addresses: Addresses

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Sitting:
        """Return the hand in the JSON object that `as_json` made."""
        parts = {
            "club": ClubHere(**value["club"]),
            "match": MatchHere(**value["match"]),
            "addresses": Addresses(**value["addresses"]),
        }
        return cls(**{**value, **parts})

    def as_json(self) -> dict[str, Any]:
        """Return the hand as a JSON object; its fields have the names they have here."""
        parts = {name: getattr(self, name)._asdict() for name in ("club", "match", "addresses")}
        return {**self._asdict(), **parts}

    @property
    def seals_at_once(self) -> bool:
        """Return whether one tap can record and seal a result, nobody being asked in between."""
        return self.writes == "result-only" and self.club.confirms == "no"

    @property
    def deal(self) -> dict[str, Any]:
        """Which hand of the match it is and how it was dealt: `deal_as_json`."""
        return deal_as_json(self.number, self.facts["dealer"], self.sits_out)

    def next_dealt(self, public_id: str, match: MatchSoFar) -> Sitting:
        """Return the hand that is dealt after this one; `match` has this one as it was sealed."""
        number, deal = match.coming()
        people = [player.name for player in match.seats.at(number)]
        meta = {key: text for key, text in self.facts["meta"].items() if key not in OF_ONE_HAND}
        if self.facts["meta"].get("board") == str(self.number):
            meta["board"] = str(number)
        if deal.sits_out is not None:
            meta[SITS_OUT] = people[deal.sits_out]
        players = rotation.seated(people, deal.sits_out)
        facts = {**self.facts, "players": players, "dealer": deal.dealer}
        moved = (one.replace(self.public_id, public_id) for one in self.addresses)
        return self._replace(
            public_id=public_id,
            number=number,
            version=0,
            writes=self.match.writes,
            sits_out=deal.sits_out,
            facts={**facts, "meta": meta},
            addresses=Addresses(*moved),
        )

    def record_of(self, changes: list[Change]) -> Record:
        """Return the record after these changes. Raises as `entering.record_of`."""
        return entering.record_of(self.facts, changes)

    def replay_of(self, changes: list[Change]) -> Replay:
        """Return the hand after these changes. Raises as `entering.record_of`."""
        return replay(self.record_of(changes))


def deal_as_json(number: int, dealer: int | None, sits_out: int | None) -> dict[str, Any]:
    """Return a deal as a tablet names it: hand number, dealer's seat, chair that sits out."""
    return {"number": number, "dealer": dealer, "sits_out": sits_out}
