"""Making an erasure again: in a database that was put back from a backup, or after an import.

What was erased is known by ids only. So people whose names are still in the database are looked
for by name again, what had been spared is spared again, and what had been erased for a name that
the backup does not know yet is found by its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.book.chain import hold_chain
from games.models import Club, Entry, Erasure, Membership, Player, SealedText, User
from games.people.erasing.erasable import COLUMNS, WHOLE, NamingSpot
from games.people.erasing.erase_person import empty_log, erase
from games.people.erasing.erasure_plan import ErasurePlan, Person, read_plan
from games.people.erasing.naming import sealed_text
from games.writing.durably import durably

FORMAT = "clubtarot-erasure/1"


def erasure_line(one: Erasure) -> dict[str, Any]:
    """Return an erasure as a line of a list that is kept with the backups: ids alone."""
    return {
        "format": FORMAT,
        "id": one.public_id,
        "club": one.club.public_id,
        "player": one.player.public_id if one.player else None,
        "account": one.account_id,
        "account_went": one.account_went,
        "names": one.names,
        "texts": one.texts,
        "places": one.places,
        "spared": one.spared,
        "by": one.by_id,
        "at": one.at.isoformat(),
    }


def erase_again(line: Mapping[str, Any]) -> Erasure | None:
    """Make an erasure again as a line of the list says.

    Returns None where nothing was left to erase, or nothing of it was there yet. The last
    administrator goes, too.

    Raises ValueError where it is no such line; Busy, StorageFull.
    """
    if line.get("format") != FORMAT:
        raise ValueError("a line of another version")
    club = Club.objects.filter(public_id=line["club"]).first()
    if club is None:
        return None

    def write() -> Erasure | None:
        hold_chain(club.pk)
        plan = read_plan(_person_of(club, line))
        places, spared = set(line["places"]), set(line["spared"])
        # What else an entry said was erased as well, if not for a name that is known here.
        there = {spot.address for spot in plan.spots if spot.model is not Entry}
        spots = [one for one in plan.spots if one.address in places or _is_sure(plan, one)]
        spots += spots_at(club, places - there)
        return _erased(replace(plan, spots=tuple(spots)), spared)

    made = durably(write)
    empty_log()
    return made


def erase_brought(*, user: User, player: Player, names: Collection[str]) -> Erasure | None:
    """Erase what an import has just brought about somebody who had been erased.

    Inside the import's transaction. It erases what has one of the `names`, unless another player of
    the club may be meant.
    """
    plan = read_plan(Person(player.club, player), also=names)
    before = Erasure.objects.filter(club=player.club_id, player=player)
    spared = {place for one in before for place in one.spared}
    spots = [spot for spot in plan.spots if _is_sure(plan, spot)]
    return _erased(replace(plan, spots=tuple(spots)), spared, user)


def _person_of(club: Club, line: Mapping[str, Any]) -> Person:
    player = Player.every.filter(club=club, public_id=line["player"]).first()
    account = User.objects.filter(pk=line["account"]).first() if line["account"] else None
    if account is not None:
        mine = Membership.objects.filter(user=account, club=club)
        # An account that stayed has nothing here any more, or has come back.
        if not mine.exists() and not (line["account_went"] and account.is_active):
            account = None
    return Person(club, player, account)


def _is_sure(plan: ErasurePlan, spot: NamingSpot) -> bool:
    """Return whether the name in a text can mean nobody else in the club."""
    return spot.is_name or not plan.meant_others(spot.text)


def _erased(plan: ErasurePlan, spared: Collection[str], user: User | None = None) -> Erasure | None:
    known = [player for player in plan.players if player.erased_at is None]
    spots = [spot for spot in plan.spots if spot.address not in spared]
    if not (known or spots or plan.sealed_names or plan.person.account):
        return None
    plan = replace(plan, spots=tuple(spots))
    return erase(plan, user)


def spots_at(club: Club, places: Iterable[str]) -> Iterator[NamingSpot]:
    """Yield the texts at these places, as far as there are any, place by place."""
    columns = {f"{one.model._meta.model_name}/{one.name}": one for one in COLUMNS}
    for place in sorted(places):
        kind, key, rest = place.split("/", 2)
        if kind == "entry":
            rows = Entry.objects.filter(hand__club=club, hand__public_id=key, seq=int(rest))
            for entry in rows.exclude(fingerprint=""):
                yield NamingSpot(Entry, entry.pk, None, place, WHOLE, False, entry.hand_id)
        elif kind == "text":
            revision, where = rest.split("/", 1)
            seals = {"seal__club": club, "seal__hand__public_id": key}
            texts = SealedText.objects.filter(**seals, seal__revision=int(revision), place=where)
            for row in texts.select_related("seal"):
                text, is_name = sealed_text(where, row.text) or ("", False)
                yield NamingSpot(SealedText, row.pk, None, place, text, is_name, row.seal.hand_id)
        elif (column := columns.get(f"{kind}/{rest}")) is not None:
            mine = column.model.objects.filter(**{column.club: club, column.key: key})
            left = mine.exclude(**{column.name: column.left})
            for pk, text in left.values_list("pk", column.name):
                yield NamingSpot(column.model, pk, column, place, text, column.is_name)
