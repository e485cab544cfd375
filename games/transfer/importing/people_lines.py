"""Who is who: players of an archive among those of the club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.book.sealing import ERASED
from games.models import Player
from games.models.folding import alike
from games.models.people import NAME_LENGTH
from games.people.merge_plan import ids_now
from games.transfer.importing.lines import Ground, LineSpot, PlayerLine, wrong
from games.transfer.importing.rows import Batch
from games.writing.names import recorded_name


class Players:
    """The players of the club, and those that the import adds.

    A player with that id, else with that name, in capitals or not: two players of a club never
    have the same. Somebody who has another's name in an archive without a list of players gets a
    number.
    """

    def __init__(self, ground: Ground) -> None:
        self.club = ground.club
        self.ids = ground.ids
        self.report = ground.report
        self.now = ground.now
        here = list(Player.every.filter(club=self.club, merged_into=None))
        self.by_id = {player.public_id: player for player in here}
        for gone, kept in ids_now(self.club).items():
            self.by_id[gone] = self.by_id[kept]
        self.by_name = {alike(one.name): one for one in here if one.erased_at is None}
        self.numbers = {player.number for player in here if player.number}
        self.here = {player.public_id for player in here}
        # The id of the archive that each player has, so that two ids are not taken for one.
        self.source_ids = ground.memory.people
        self.meant = ground.memory.meant
        self.erased = ground.memory.erased

    def learn(self, keys: Iterable[str]) -> None:
        """Learn what is to be known of the players with these ids before they are taken."""
        self.ids.look_up(Player, [key for key in keys if key not in self.by_id])

    def look_up(self, lines: Sequence[PlayerLine], batch: Batch) -> None:
        """Learn what is to be known of these players. One statement at most."""
        self.learn(line.id for line in lines)

    def take(self, line: PlayerLine, batch: Batch) -> None:
        """Take in a line of a list of players. Raises Wrong."""
        player = self.known(line.id) or self._new(line, batch)
        self.report.players.known += player.public_id in self.here
        self._note_erased(player, line.name, line.own_name, line.nickname)

    def _new(self, line: PlayerLine, batch: Batch) -> Player:
        """Return a player whose id is not here. Raises Wrong."""
        if line.erased:
            return self._add(line.id, line.name, batch, {"erased_at": self.now})
        return self._named(line.spot, line.id, line.name, batch, line.optional)

    def _note_erased(self, player: Player, *names: str) -> None:
        if player.erased_at is not None and player.pk is not None:
            before = self.erased.get(player, frozenset())
            self.erased[player] = before | ({*names} - {"", ERASED})

    def of(
        self, spot: LineSpot, ids: tuple[str, ...], names: tuple[str, ...], batch: Batch
    ) -> list[Player]:
        """Return the players on the seats of a record; `ids` may be empty. Raises Wrong."""
        players = [
            self.known(key) or self._named(spot, key, name, batch)
            for key, name in zip(ids or [""] * len(names), names, strict=True)
        ]
        for player, name in zip(players, names, strict=True):
            self._note_erased(player, name)
        twice = next((one for one in players if players.count(one) > 1), None)
        if twice is not None:
            sentence = _("%(player)s sits on two seats.") % {"player": twice.name}
            raise wrong(spot, "duplicate-player", sentence)
        return players

    def met(self, player: Player) -> Player:
        """Remember and return a player of the club; they may have been added just now."""
        self.here.add(player.public_id)
        if player.erased_at is None:
            self.by_name.setdefault(alike(player.name), player)
        return self.by_id.setdefault(player.public_id, player)

    def known(self, key: str) -> Player | None:
        """Return the player whom an id of the archive means here; None if there is none."""
        if not key:
            return None
        player = self.by_id.get(key) or self.by_id.get(self.ids.derived(key))
        if player is not None:
            self.source_ids.setdefault(player.public_id, key)
            return player
        return self.by_id.get(self.meant.get(key, ""))

    def one(self, spot: LineSpot, key: str) -> Player:
        """Return the player whom an id of the archive means here. Raises Wrong."""
        player = self.known(key)
        if player is None:
            sentence = _("This line is about a player who is neither here nor in the archive.")
            raise wrong(spot, "unknown-player", sentence)
        return player

    def _named(
        self,
        spot: LineSpot,
        key: str,
        name: str,
        batch: Batch,
        facts: Mapping[str, Any] = MappingProxyType({}),
    ) -> Player:
        """Return the player of that name, whom `key` means from now on.

        Where there is none, a new one is made, with `facts` as what else is known of them.
        """
        try:
            tidy = recorded_name(name)
        except ValidationError as error:
            raise wrong(spot, "name-invalid", " ".join(error.messages)) from None
        player = self.by_name.get(alike(tidy))
        if player is not None and key and self._other(player, key):
            tidy, player = self._free(tidy), None
            facts = {column: facts[column] for column in facts if column != "own_name"}
        if player is None:
            player = self._add(key, tidy, batch, facts)
        if key:
            self.meant[key] = player.public_id
            if player.public_id not in self.here:
                self.source_ids.setdefault(player.public_id, key)
        return player

    def _other(self, player: Player, key: str) -> bool:
        """Return whether a player is known here as another id of the archive."""
        return self.source_ids.get(player.public_id, key) != key

    def _free(self, name: str) -> str:
        number = 2
        while alike(free := f"{name[: NAME_LENGTH - 6]} ({number})") in self.by_name:
            number += 1
        return free

    def _add(self, key: str, name: str, batch: Batch, facts: Mapping[str, Any]) -> Player:
        made = Player(club=self.club, name=name, **facts)
        if made.number in self.numbers:  # somebody else's here: theirs it stays
            made.number = ""
        self.numbers |= {made.number} - {""}
        if key:
            made.public_id = self.ids.new(key)
        batch.players.append(made)
        self.by_id[made.public_id] = made
        if made.erased_at is None:
            self.by_name[alike(name)] = made
        self.report.players.new += 1
        return made
