"""Rows outside the chain that contradict others: agreement, merges, erasures, open hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.book.provenance import Provenance, digest_of, written_entries
from games.book.sealing import ERASED
from games.book.table_changes import give_up_of
from games.models import Club, Confirmation, Dispute, Entry, Erasure, Hand, Merge, Player, Seal
from games.models.querysets import in_pieces
from games.people.merge_plan import ids_now

GIVEN = Confirmation.objects.filter(hand=OuterRef("pk"), sealed=True).exclude(player=None)
OPEN = Dispute.objects.filter(hand=OuterRef("pk"), ended_at=None)
UNDONE = Merge.objects.filter(gone=OuterRef("pk"), kept=OuterRef("merged_into"), undone_at=None)


def contradictions(club: Club, erased: int) -> Iterator[str]:
    """Say which rows of a club contradict each other.

    `erased`: how many sealed texts are gone. About twelve statements, and one more for each hundred
    scores that somebody confirmed or disputes.
    """
    yield from _marks_of_hands(Hand.objects.filter(club=club))
    yield from _agreement(club)
    yield from _merges(club)
    yield from _erasures(club, erased)
    yield from _open_hands(Hand.objects.filter(club=club))
    yield from _given_up(Hand.objects.filter(club=club))


def _marks_of_hands(hands: QuerySet[Hand]) -> Iterator[str]:
    """Check that a hand is marked as confirmed or disputed where it is, and only there."""
    sealed = hands.filter(state=Hand.State.SEALED)
    unlike = Q(confirmed=True) & (Q(~Exists(GIVEN)) | Q(amended_at__isnull=False))
    unlike |= Q(confirmed=False, amended_at=None) & Q(Exists(GIVEN))
    for hand in sealed.filter(unlike).values_list("public_id", flat=True):
        yield f"hand {hand} does not say rightly whether its score was confirmed"
    unlike = Q(disputed=True) & Q(~Exists(OPEN)) | Q(disputed=False) & Q(Exists(OPEN))
    for hand in hands.filter(unlike).values_list("public_id", flat=True):
        yield f"hand {hand} does not say rightly whether its score is disputed"


def _agreement(club: Club) -> Iterator[str]:
    """Check the confirmations and disputes of sealed hands.

    The person who confirms or disputes a score has played the hand; what was confirmed is what was
    sealed. What an import brought is only the import's word.
    """
    columns = ("hand__public_id", "hand", "version", "seat", "player__public_id")
    given = Confirmation.objects.filter(club=club, sealed=True, brought_at=None)
    disputes = Dispute.objects.filter(club=club, brought_at=None)
    disputed = disputes.filter(hand__state=Hand.State.SEALED)
    confirmed = list(given.values_list(*columns))
    by = list(disputed.values_list("hand__public_id", "hand", "player__public_id"))
    sealed = _sealed_with(club, {row[1] for row in (*confirmed, *by)})
    merged = ids_now(club)
    for hand, key, version, seat, player in confirmed:
        if not sealed[key]:
            continue
        first = sealed[key][0]
        if version != first.entries:
            yield f"hand {hand} was confirmed at entry {version} and sealed at {first.entries}"
        there = first.players[seat] if seat is not None and seat < len(first.players) else None
        if player != (there and merged.get(there, there)):
            yield f"hand {hand} was confirmed by somebody who did not sit there"
    for hand, key, player in by:
        played = {merged.get(one, one) for where in sealed[key] for one in where.players}
        if sealed[key] and player not in played:
            yield f"hand {hand} is disputed by somebody who did not play it"


def _sealed_with(club: Club, hands: set[int]) -> defaultdict[int, list[Provenance]]:
    """Return where each of these hands came from, by each of its seals that says so.

    The first seal comes first. A provenance that cannot be read is reported by the check of its
    seal.
    """
    sealed: defaultdict[int, list[Provenance]] = defaultdict(list)
    for some in in_pieces(sorted(hands)):
        seals = Seal.objects.filter(club=club, hand__in=some).exclude(provenance=None)
        for hand, text in seals.order_by("revision").values_list("hand", "provenance"):
            with suppress(ValueError):
                sealed[hand].append(Provenance.read(text or ""))
    return sealed


def _merges(club: Club) -> Iterator[str]:
    """Check that merged players and merges agree."""
    gone = Player.every.filter(club=club).exclude(merged_into=None).exclude(Exists(UNDONE))
    for player in gone.values_list("public_id", flat=True):
        yield f"player {player} is merged into another, and no merge says so"
    merges = Merge.objects.filter(club=club, undone_at=None)
    left = merges.filter(Q(gone__merged_into=None) | ~Q(gone__merged_into=F("kept")))
    for player in left.values_list("gone__public_id", flat=True):
        yield f"player {player} was merged into another, and is still a player"
    for player, moved in merges.values_list("gone__public_id", "moved"):
        if not {"hands", "seats", "seals"} <= moved.keys():
            yield f"the merge of player {player} does not say what it moved"


def _erasures(club: Club, erased: int) -> Iterator[str]:
    """Check that erased people have no name, and no text is gone without an erasure."""
    players = Player.every.filter(club=club)
    named = ~Q(name__startswith=ERASED) | ~Q(own_name="") & ~Q(own_name=ERASED)
    named |= ~Q(nickname="") | ~Q(number="")
    for player in players.exclude(erased_at=None).filter(named).values_list("public_id", flat=True):
        yield f"player {player} was erased, and has a name"
    erasures = Erasure.objects.filter(club=club)
    back = erasures.filter(player__erased_at=None, player__isnull=False)
    for player in back.values_list("player__public_id", flat=True):
        yield f"player {player} was erased, and is not erased any more"
    brought = Entry.objects.filter(hand__club=club, device=Entry.IMPORTED)
    if erased and not erasures.exists() and not brought.exists():
        yield f"{erased} sealed texts are gone, and nobody was erased"


def _open_hands(hands: QuerySet[Hand]) -> Iterator[str]:
    """Check that a hand being recorded was not cancelled, and its match is not closed."""
    going_on = hands.filter(state=Hand.State.OPEN)
    for hand in going_on.exclude(void_as="").values_list("public_id", flat=True):
        yield f"hand {hand} is open, and was cancelled"
    closed = going_on.exclude(match__closed_at=None)
    for hand in closed.values_list("public_id", flat=True):
        yield f"hand {hand} is open, and its match is closed"


def _given_up(hands: QuerySet[Hand]) -> Iterator[str]:
    """Check that a hand that was given up has the entries that it had then. No seal keeps them."""
    for hand in hands.filter(state=Hand.State.VOID, sealed_at=None):
        given_up = give_up_of(hand)
        kept = given_up.after.get("entries") if given_up else None
        if kept is not None and kept != digest_of(written_entries(hand)):
            yield f"hand {hand.public_id} was given up with other entries"
