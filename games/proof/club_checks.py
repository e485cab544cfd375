"""Whether the archive still says what was sealed: chain, digests, commitments, results, entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import NamedTuple

import django
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, Sum, Value
from django.db.models.functions import Length, Replace

from games import statistics
from games.book import revisions
from games.book.chain import link_of
from games.models import Club, Entry, ErasedEntry, Hand, MatchMove, PublishedHead, Seal, SealedText
from games.models.people import GENESIS
from games.models.querysets import in_pieces
from games.people.merge_plan import ids_now
from games.proof.heads import ChainHead
from games.proof.reading_chain import CHUNK, Damaged, read_chain, read_whole
from games.proof.row_checks import contradictions
from games.proof.seal_checks import check_digests, check_judged, guarded
from games.proof.snapshot import one_moment


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was sealed; `seal` is its number, None for the whole club."""

    seal: int | None
    what: str

    def __str__(self) -> str:
        return self.what if self.seal is None else f"seal {self.seal}: {self.what}"


def check_chain(club: Club) -> Iterator[list[Finding]]:
    """Yield what is wrong with the digests, place and link of each seal of a club."""
    previous, number = GENESIS, 0
    links: dict[int, str] = {}  # of the seals that are replaced further on, by hand
    for seal in read_chain(club):
        number += 1
        if isinstance(seal, Damaged):
            yield [Finding(seal.number, what) for what in seal.what]
        else:
            faults = list(guarded("its place", _check_place(seal, number, previous)))
            faults += check_digests(seal)
            faults += guarded("its revision", _check_revision(seal, links))
            yield [Finding(seal.number, what) for what in faults]
        previous = seal.link or ""
        number = seal.number if isinstance(seal.number, int) else number
    if (club.seals, club.head) != (number, previous):
        what = f"the chain ends at {number}, the club says {club.seals}, with another head"
        yield [Finding(None, what)]


def judge_chain(
    club: Club, since: int = 0, jobs: int = 1, moment: str = ""
) -> Iterator[list[Finding]]:
    """Judge the hands of a club again, from the seal after number `since` on.

    In `jobs` processes, which read the `moment` that `one_moment` has yielded. Yields what is
    wrong, one list a seal.
    """
    keys = list(Seal.objects.filter(club=club, number__gt=since).values_list("pk", flat=True))
    parts = [Part(club.pk, some, moment) for some in in_pieces(keys, CHUNK)]
    if jobs == 1:
        for part in parts:
            yield from _judge_part(part)
        return
    processes = ProcessPoolExecutor(jobs, get_context("spawn"), django.setup)
    with processes as pool:
        for findings in pool.map(_judged_part, parts):
            yield from findings


def findings_of(club: Club) -> list[Finding]:
    """Return what is wrong in one club, except its statistics; each thing once."""
    chains = [*check_chain(club), *judge_chain(club)]
    rows = [*check_hands(club), *check_erased(club), *check_rows(club)]
    findings = [*rows, *(one for some in chains for one in some)]
    return list(dict.fromkeys(findings))


class Part(NamedTuple):
    """The keys of a club and of some of its seals, and at which moment they are read."""

    club: int
    seals: Sequence[int]
    moment: str


def _judged_part(part: Part) -> list[list[Finding]]:
    with one_moment(part.moment):
        return list(_judge_part(part))


def _judge_part(part: Part) -> Iterator[list[Finding]]:
    merged = ids_now(part.club)
    for seal in read_whole(part.seals):
        if isinstance(seal, Damaged):
            yield [Finding(seal.number, what) for what in seal.what]
        else:
            yield [Finding(seal.number, what) for what in check_judged(seal, merged)]


def _check_place(seal: Seal, number: int, previous: str) -> Iterator[str]:
    if seal.number != number:
        yield f"seal {number} is missing before it"
    if seal.previous != previous:
        yield "it is not linked to the seal before it"
    if seal.link != link_of(seal):
        yield "its link is not that of its content and place"
    if seal.hand.club_id != seal.club_id:
        yield "its hand belongs to another club"


def _check_revision(seal: Seal, links: dict[int, str]) -> Iterator[str]:
    """Check that each later revision names the link of the one it replaces."""
    amendment = revisions.amendment_of(seal)
    if links.pop(seal.hand_id, None) != (amendment and amendment.replaces):
        yield "it does not replace the revision before it"
    if seal.revision == 1 and seal.hand.sealed_at != seal.sealed_at:
        yield "the stored moment at which it was sealed is not that of the seal"
    if seal.revision < seal.latest:  # type: ignore[attr-defined]
        links[seal.hand_id] = seal.link


def check_hands(club: Club) -> Iterator[Finding]:
    """Check that sealed hands have their seals, and others none but those of undone imports.

    An import was taken back only of hands that it brought and nobody has changed. Four statements.
    """
    hands = Hand.objects.filter(club=club)
    ids = hands.values_list("public_id", flat=True)
    for hand in ids.filter(state=Hand.State.SEALED, revisions=None):
        yield Finding(None, f"hand {hand} is sealed, but its seal is missing")
    written = Entry.objects.filter(hand=OuterRef("pk")).exclude(device=Entry.IMPORTED)
    other = ids.exclude(state=Hand.State.SEALED).exclude(revisions=None)
    taken_back = Q(state=Hand.State.VOID, sealed_at__isnull=False) & ~Exists(written)
    for hand in other.exclude(taken_back).distinct():
        yield Finding(None, f"hand {hand} has a seal, but is not sealed")
    hidden = hands.exclude(match__taken_back_at=None).exclude(state=Hand.State.VOID)
    for hand in hidden.values_list("public_id", flat=True):
        yield Finding(None, f"hand {hand} counts, and its match was taken back")


@dataclass(frozen=True, slots=True)
class Erased:
    """How many `texts` of a club's seals were erased, and how many `entries` lost one."""

    texts: int
    entries: int

    @property
    def any(self) -> bool:
        return bool(self.texts or self.entries)

    def __str__(self) -> str:
        return f"{self.texts} sealed texts erased, and texts in {self.entries} entries"


def erased_in(club: Club) -> Erased:
    """Return what was erased, by the seals themselves and the trail. Three statements."""
    lines = Length("commitments") - Length(Replace("commitments", Value("\n")))
    sealed = Seal.objects.filter(club=club).aggregate(sealed=Sum(lines))["sealed"] or 0
    left = SealedText.objects.filter(seal__club=club).count()
    trail = ErasedEntry.objects.filter(entry__hand__club=club)
    return Erased(sealed - left, trail.aggregate(entries=Count("entry", distinct=True))["entries"])


def check_erased(club: Club) -> Iterator[Finding]:
    """Check that the entries in the trail lost a text and stay as they are. One statement."""
    trail = ErasedEntry.objects.filter(entry__hand__club=club)
    wrong = trail.filter(Q(used=False) | ~Q(entry__fingerprint=""))
    for hand, seq in wrong.values_list("entry__hand__public_id", "entry__seq").distinct():
        yield Finding(None, f"entry {seq} of hand {hand} may be changed, or was changed back")


def check_rows(club: Club) -> Iterator[Finding]:
    """Name rows outside the chain that contradict each other."""
    for what in guarded("the rows outside the chain", contradictions(club, erased_in(club).texts)):
        yield Finding(None, what)


def check_sums(club: Club) -> Iterator[Finding]:
    """Check that the statistics of a club follow from its sealed hands."""
    for what in guarded("the results of a hand", _wrong_sums(club)):
        yield Finding(None, what)


def _wrong_sums(club: Club) -> Iterator[str]:
    for fault in statistics.faults(club.pk):
        rows = "1 row" if fault.rows == 1 else f"{fault.rows} rows"
        does = "does" if fault.rows == 1 else "do"
        yield f"{fault.variant}: {rows} of {fault.table} {does} not follow from the hands"


def check_heads(heads: Iterable[ChainHead], slug: str | None = None) -> Iterator[Finding]:
    """Check that each head that was kept elsewhere, of all clubs or of one, is still a link."""
    clubs = {club.public_id: club for club in Club.objects.all()}
    for kept in heads:
        club = clubs.get(kept.club)
        if club is None:
            if slug is None:
                yield Finding(None, f"the club {kept.club} of {kept.at} is not here")
        elif slug in (None, club.slug):
            links = Seal.objects.filter(club=club, number=kept.seals, link=kept.head)
            if not links.exists():
                what = f"its chain is not the one whose head of {kept.at} was {kept.head}"
                yield Finding(None, f"{club.slug}, {what}, seal {kept.seals}")


def check_published(club: Club) -> Iterator[Finding]:
    """Check that each head that was published is still a link of the chain. One statement."""
    links = Seal.objects.filter(club=OuterRef("club"), number=OuterRef("seals"))
    heads = PublishedHead.objects.filter(club=club).order_by("pk")
    for one in heads.exclude(Exists(links.filter(link=OuterRef("head")))):
        day = one.at.date().isoformat()
        yield Finding(None, f"the head that was published on {day} is no link: {one.head}")


def check_triggers() -> Iterator[Finding]:
    """Check that the database still refuses to change what is never changed."""
    statement, events = TRIGGERS[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        there = {name for name, body in cursor.fetchall() if REFUSES.search(body)}
    for model in (Entry, Seal, MatchMove, ErasedEntry, PublishedHead):
        table = model._meta.db_table
        for event in events:
            if f"{table}_no_{event}" not in there:
                yield Finding(None, f"the database no longer refuses to {event} rows of {table}")


# How to read the names of the triggers and what they do; what they refuse.
TRIGGERS = {
    "postgresql": (
        "SELECT tgname, prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
        "WHERE tgenabled = 'O'",
        ("update", "delete", "truncate"),
    ),
    "sqlite": (
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
        ("update", "delete", "replace"),
    ),
}
REFUSES = re.compile("RAISE(?: EXCEPTION|\\(ABORT)")
