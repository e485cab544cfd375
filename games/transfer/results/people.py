"""Who the names of a table are: players of the club, somebody unsure, or somebody new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from games.models import Club, Player
from games.models.folding import alike, sort_key
from games.people.merge_plan import ids_now
from games.transfer.results.values import person_of, untitled

NEAR = 0.75  # Anne and Anna, Philipe and Philippe
NEW = "new"


@dataclass(frozen=True, slots=True)
class NamedInTable:
    """A name of a table, the players it may mean, and who it means: an id, NEW, "" to be asked."""

    name: str
    near: tuple[Player, ...]
    means: str

    @property
    def unsure(self) -> bool:
        """Return whether somebody should look at it."""
        return bool(self.near)


def people_of(
    names: Iterable[str],
    players: Sequence[Player],
    chosen: Mapping[str, str],
    former: Mapping[str, str],
) -> list[NamedInTable]:
    """Return who each name of a table means, by the club's rule for names or as it was chosen.

    `former`: as `former_names` returns them.
    """
    by_name = {alike(player.name): player for player in players}
    ids = {player.public_id for player in players}
    people = []
    for name in dict.fromkeys(names):
        same = by_name.get(alike(name))
        kept = [one for one in players if one.public_id == former.get(alike(name))]
        near = () if same else tuple(kept) or _near(name, players)
        means = same.public_id if same else "" if near else NEW
        if len(near) == 1 and sort_key(near[0].name) == sort_key(untitled(name)):
            means = near[0].public_id  # only its accents, signs or "Mme" are others
        if not same and chosen.get(name) in ids | {NEW}:
            means = chosen[name]
        people.append(NamedInTable(name, near, means))
    return people


def former_names(club: Club) -> dict[str, str]:
    """Return the names of those who were merged into another, each with the id of now."""
    now = ids_now(club)
    gone = Player.every.filter(club=club, public_id__in=now)
    return {alike(one.name): now[one.public_id] for one in gone}


def _near(name: str, players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players who may be meant by a name that none of them has."""
    names = [player.name for player in players]
    short = person_of(name, names) if not name.isdigit() else None
    return tuple(
        player
        for at, player in enumerate(players)
        if at == short
        or SequenceMatcher(None, sort_key(name), sort_key(player.name)).ratio() >= NEAR
    )[:4]
