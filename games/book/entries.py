"""Entries: the one way in which anything is written into a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from django.utils import timezone

from games.book import records
from games.book.agreed import device_name
from games.book.boards import refuse_other_cards
from games.book.kept import Kept, shelf
from games.book.rows import entry_fingerprint
from games.models import Entry, Hand, User, statements
from games.rules import (
    ONE_ACTION,
    Change,
    LastTap,
    NoLiveAction,
    RecordError,
    Replay,
    entering,
    format_record,
    parse_record,
)
from games.writing.durably import check_version, durably, require_scorer
from games.writing.errors import (
    HandSealed,
    HandVoid,
    KeyReused,
    NothingToUndo,
    Refused,
    StaleVersion,
    VersionAhead,
)
from games.writing.once import check_key

# Characters of all entries below which their record cannot be too large for its format.
SURELY_SMALL = 50_000
Judged = tuple[Change, Replay]


class Appended(NamedTuple):
    """An entry that is in the database: `replay` is the hand as it stands after it.

    `replayed`: the entry had been made before with the same key, and nothing was changed now;
    `last`: what an undo after it would take back.
    """

    version: int
    seq: int
    replayed: bool
    replay: Replay
    change: Change
    last: LastTap


class Sent(NamedTuple):
    """An entry on its way: all but what it changes."""

    hand: Hand
    seq: int
    key: str
    fingerprint: str
    author: User
    device: str

    def row(self, change: str) -> statements.NewEntry:
        """Return the entry as it is written, now."""
        hand, author, at = self.hand.pk, self.author.pk, timezone.now()
        facts = (self.seq, self.key, self.fingerprint, change, author, self.device, at)
        return statements.NewEntry(hand, *facts)


def append(
    *, user: User, hand: Hand, version: int, key: str, change: Any, device: str = ""
) -> Appended:
    """Write one change into a hand.

    `version`: the number of the last entry that the sender knows; `key`: their random key for this
    entry, 16 to 64 letters and digits; `change`: a JSON object as in README.md; `device`: the
    tablet it comes from. Take the hand from `statements.find_hand`: then it is known whether `user`
    may write, and three statements are left for here, however long the hand is.

    Raises Refused (with OtherCards), StaleVersion (with VersionAhead), KeyReused, KeyMalformed,
    HandSealed, HandVoid, NothingToUndo, NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, hand)
    check_version(version)
    check_key(key)
    try:
        wanted = entering.read(change)
    except RecordError as error:
        raise Refused(error.problem) from None
    sent = Sent(
        hand=hand,
        seq=version + 1,
        key=key,
        fingerprint=fingerprint(hand, version, wanted),
        author=user,
        device=device_name(device),
    )
    appended, kept = durably(lambda: _append(sent, wanted))
    if kept is not None:
        shelf.put(hand.public_id, kept)
    hand.version = max(hand.version, appended.version)
    return appended


def _append(sent: Sent, wanted: Change) -> tuple[Appended, Kept | None]:
    """Append an entry; return the answer, and what to keep of the hand once the entry is safe.

    The row update comes first: it takes the lock, so the state that is judged is the one written
    to.
    """
    hand, facts = sent.hand, records.facts_of(sent.hand)
    if not statements.move_on(hand, sent.seq - 1):
        return _answer_unwritten(sent, wanted), None
    before = shelf.take(hand.public_id, sent.seq - 1, facts)
    if before is None or wanted["op"] != "act":
        keys, size, last, (change, replay) = _from_entries(hand, wanted)
    else:
        keys, size, last = before.keys, before.size, ONE_ACTION
        change, replay = _judged(lambda: entering.judge_next(before.replay, wanted))
    if sent.key in keys:  # with this version it cannot be the same entry
        raise KeyReused
    if replay.problem is not None:
        raise Refused(replay.problem)
    if hand.held:
        refuse_other_cards(hand, replay.record)
    text = records.write_text(change)
    size += len(text)
    _check_size(replay, size)
    statements.insert_entry(sent.row(text))
    after = Replay(replay.record, replay.state.fork(), replay.count, None)
    kept = Kept(sent.seq, keys | {sent.key}, size, facts, after)
    return Appended(sent.seq, sent.seq, False, replay, change, last), kept


def _from_entries(hand: Hand, wanted: Change) -> tuple[frozenset[str], int, LastTap, Judged]:
    """Return the keys of all entries, their size as text, what an undo takes back, what follows."""
    keys, texts = statements.read_entries(hand)
    changes = records.read_texts(texts)
    follows = judged(hand, changes, wanted)
    last = entering.last_tap([*changes, wanted])
    return frozenset(keys), sum(map(len, texts)), last, follows


def _answer_unwritten(sent: Sent, wanted: Change) -> Appended:
    """Return the answer for a hand that is no longer, or not yet, at the sender's version."""
    hand = sent.hand
    made = Entry.objects.filter(hand=hand, key=sent.key).first()
    if made is not None:
        if made.fingerprint != sent.fingerprint:
            raise KeyReused
        *before, change = records.changes_of(hand, upto=made.seq)
        last = entering.last_tap([*before, change])
        return Appended(made.seq, made.seq, True, judged(hand, before, change)[1], change, last)
    now = Hand.objects.only("state", "version").filter(pk=hand.pk).first()
    if now is None:  # an empty match was deleted with it
        raise HandVoid
    _refuse_version(now, sent.seq - 1, wanted)


def _refuse_version(hand: Hand, known: int, wanted: Change) -> NoReturn:
    """Refuse an entry at another version than the hand's.

    A hand that is over says so, unless both tablets wrote the same before it was.
    """
    missed = Entry.objects.filter(hand=hand, seq__gt=known).select_related("author")
    entries = list(missed.order_by("seq"))
    # Without an entry only the dealer can have been put right.
    already = bool(entries) and _is_same(entries, wanted)
    if not hand.is_open and not already:
        raise HandSealed if hand.state == Hand.State.SEALED else HandVoid
    if known > hand.version:
        raise VersionAhead(hand.version)
    raise StaleVersion(hand.version, entries, already=already)


def _is_same(missed: Sequence[Entry], wanted: Change) -> bool:
    """Return whether the first missed entry is the change now sent: both tablets wrote it."""
    (first,) = records.read_texts([missed[0].change])
    action = first.get("action")
    if action is not None and "seat" not in wanted.get("action", {"seat": None}):
        first = {**first, "action": {key: action[key] for key in action if key != "seat"}}
    return first == wanted


def judged(hand: Hand, before: list[Change], change: Change) -> Judged:
    """Judge as `entering.judge` does, with what it raises turned into the errors of a write."""
    return _judged(lambda: entering.judge(records.facts_of(hand), before, change))


def _judged(judge: Callable[[], Judged]) -> Judged:
    try:
        return judge()
    except RecordError as error:
        raise Refused(error.problem) from None
    except NoLiveAction:
        raise NothingToUndo from None


def _check_size(replay: Replay, size: int) -> None:
    if size > SURELY_SMALL:
        try:
            parse_record(format_record(replay.record))
        except RecordError as error:
            raise Refused(error.problem) from None


def fingerprint(hand: Hand, version: int, change: Change) -> str:
    """Return the SHA-256 of all that makes an entry the same entry when it is sent again."""
    return entry_fingerprint(hand, version, records.write_text(change))


def preview(*, user: User, hand: Hand, change: Any) -> Replay:
    """Return what would follow from a change. Raises Refused, NothingToUndo, NotAllowed."""
    require_scorer(user, hand)
    try:
        wanted = entering.read(change)
    except RecordError as error:
        raise Refused(error.problem) from None
    return judged(hand, records.changes_of(hand), wanted)[1]
