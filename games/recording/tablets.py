"""Several tablets at one hand: who else records there, and both sides where two did at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.book import records
from games.book.table_changes import give_up_of, taken_over_by
from games.display.entry_words import entry_words
from games.models import Entry, Hand, Seal, User
from games.rules import (
    N_,
    Action,
    Change,
    NoLiveAction,
    RecordError,
    Sentence,
    Variant,
    card_id,
    entering,
    say,
)

RECENT = timedelta(minutes=3)  # so long after an entry its tablet counts as recording
TAKEN = timedelta(hours=1)  # so long it is shown that somebody took a hand over
MANY = 3  # from this many entries at once a tablet gets a notice; fewer are shown one by one
SHOWN = 12  # entries of a side; the rest is a number
# Why an undo or a correction is not sent after what somebody else recorded.
SEEN_OTHERWISE = say("what it takes back or corrects is no longer what was seen here.")
# What tablets sent that had no name yet.
NUMBER = re.compile(r"[0-9a-f]{8}")

OTHER_CHANGES = {
    "undo": N_("one entry taken back"),
    "change": N_("an earlier entry corrected"),
    "rewind": N_("earlier entries taken back"),
    "deal": N_("cards of a hand written down"),
    "about": N_("the comment"),
}


def tablet_name(device: str) -> str:
    """Return the name of a tablet in a sentence."""
    unnamed = not device or device == Entry.IMPORTED or NUMBER.fullmatch(device)
    return _("another tablet") if unnamed else device


def writers_of(hand: Hand, since: int | None = None) -> list[dict[str, Any]]:
    """Return who recorded in a hand lately, one for each tablet, the latest first. One statement.

    `words`, for `seconds` more; `told`: how many entries they made after number `since`, where
    that is more than a few, else "". A tablet leaves itself (`device`) out. First those who took
    the hand over though they sit at its table, where the club hides it from them.
    """
    now = timezone.now()
    taken = taken_over_by(hand) if hand.club.hides_running else []
    after = Q(seq__gt=hand.version if since is None else since)
    lately = Entry.objects.filter(after | Q(at__gt=now - RECENT), hand=hand).order_by()
    by_tablet = lately.values("author__first_name", "author__username", "device")
    tablets = by_tablet.annotate(last=Max("at"), new=Count("pk", filter=after)).order_by("-last")
    over = [
        {
            "device": "",
            "words": _("%(name)s sits at this table and has taken over recording") % {"name": name},
            "told": "",
            "seconds": max(0, round((at + TAKEN - now).total_seconds())),
        }
        for name, at in taken
    ]
    return over + [
        {
            "device": row["device"],
            "words": _("%(name)s records on %(tablet)s") % facts,
            "told": _count_in_words(facts, row["new"]),
            "seconds": max(0, round((row["last"] + RECENT - now).total_seconds())),
        }
        for row in tablets
        for facts in [_who(row["author__first_name"] or row["author__username"], row["device"])]
    ]


def _who(name: str, device: str) -> dict[str, Any]:
    return {"name": name, "tablet": tablet_name(device)}


def _count_in_words(facts: dict[str, Any], count: int) -> str:
    if count < MANY:
        return ""
    sentence = ngettext(
        "%(name)s recorded %(count)s entry on %(tablet)s",
        "%(name)s recorded %(count)s entries on %(tablet)s",
        count,
    )
    return sentence % {**facts, "count": count}


@dataclass(frozen=True, slots=True)
class TabletSide:
    """What one tablet made of a hand: the first of its entries in words, and how many `more`."""

    title: str
    entries: tuple[Sentence, ...]
    more: int

    @classmethod
    def of(cls, title: str, words: Iterable[Sentence]) -> TabletSide:
        """Return a side with all of these entries."""
        every = tuple(words)
        return cls(title, every[:SHOWN], len(every[SHOWN:]))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two tablets wrote after the same entry: what is recorded, and what waits.

    `waiting`: the changes that wait, each with the seat that its scorer saw on turn; `problem`: why
    they cannot follow what is recorded, None where they can; `can_be_sent`: whether that is for the
    rules to refuse, and nothing else would be taken back or corrected than its scorer saw. `over`:
    who sealed the hand or gave it up in the meantime, "" while it is open.
    """

    sides: tuple[TabletSide, TabletSide]
    waiting: list[Change]
    problem: Sentence | None
    can_be_sent: bool
    over: str = ""


def conflict_of(hand: Hand, version: int, waiting: Sequence[Any]) -> Conflict:
    """Both sides of a hand of which a tablet knew the entries up to `version`.

    `waiting`: the changes that it has not sent. Raises RecordError where one cannot be read.
    """
    wanted = [entering.read(change) for change in waiting]
    changes = records.changes_of(hand)
    known, missed = changes[:version], changes[version:]
    facts, variant = records.facts_of(hand), records.record_of(hand, known).variant
    mine = list(_seated(facts, known, wanted))
    recorded = TabletSide.of(_recorded_by(hand, version), words_of(variant, missed))
    waits = TabletSide.of(_("Waiting on this tablet"), words_of(variant, mine))
    problem = _first_problem(facts, known, changes, mine)
    fits = hand.is_open and problem != SEEN_OTHERWISE
    return Conflict((recorded, waits), mine, problem, can_be_sent=fits, over=over_words(hand))


def over_words(hand: Hand) -> str:
    """Say who sealed a hand or gave it up and when; "" while it is open."""
    if hand.is_open:
        return ""
    if hand.state == Hand.State.SEALED:
        seal = Seal.objects.filter(hand=hand).select_related("sealed_by").earliest("revision")
        return _("This hand was sealed by %(name)s at %(time)s.") % _when(
            seal.sealed_by, seal.sealed_at
        )
    given_up = give_up_of(hand)
    if given_up is None:
        return _("This hand was cancelled before anything was recorded in it.")
    facts = {"how": hand.get_void_as_display() or hand.get_state_display()}
    facts |= _when(given_up.by, given_up.at)
    return _("This hand was ended by %(name)s at %(time)s: %(how)s.") % facts


def _when(user: User, at: datetime) -> dict[str, str]:
    moment = time_format(timezone.localtime(at), "TIME_FORMAT")
    return {"name": user.first_name or user.username, "time": moment}


def _recorded_by(hand: Hand, version: int) -> str:
    """Return who made the entries after `version`."""
    missed = Entry.objects.filter(hand=hand, seq__gt=version).order_by()
    tablets = list(
        missed.values_list("author__first_name", "author__username", "device").distinct()
    )
    if len(tablets) != 1:
        return _("Recorded on other tablets")
    first_name, username, device = tablets[0]
    return _("Recorded by %(name)s on %(tablet)s") % _who(first_name or username, device)


def _seated(
    facts: entering.TableFacts, known: list[Change], wanted: Iterable[Change]
) -> Iterator[Change]:
    """Return changes with the seats that their scorer saw, as far as they fit."""
    for change in wanted:
        with suppress(RecordError, NoLiveAction):
            change, _follows = entering.judge(facts, known, change)
        known = [*known, change]
        yield change


def _first_problem(
    facts: entering.TableFacts,
    known: list[Change],
    changes: list[Change],
    waiting: Iterable[Change],
) -> Sentence | None:
    """Say why one of the changes that wait cannot follow `changes`; their scorer saw `known`."""
    for change in waiting:
        try:
            if _effect(known, change) != _effect(changes, change):
                return SEEN_OTHERWISE
            _change, follows = entering.judge(facts, changes, change)
        except (RecordError, NoLiveAction):
            return say("This cannot happen at this point of the hand.")
        if follows.problem is not None:
            return say(follows.problem.template, **follows.problem.facts)
        known, changes = [*known, change], [*changes, change]
    return None


def _effect(changes: list[Change], change: Change) -> tuple[list[Action], list[Action]]:
    """Return the actions that a change takes out, and puts in. Raises as `entering.fold`."""
    before, after = entering.fold(changes)[1], entering.fold([*changes, change])[1]
    same = _same_at_the_beginning(before, after)
    before, after = before[same:], after[same:]
    same = _same_at_the_beginning(before[::-1], after[::-1])
    return before[: len(before) - same], after[: len(after) - same]


def _same_at_the_beginning(before: list[Action], after: list[Action]) -> int:
    pairs = zip(before, after, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))


def words_of(variant: Variant, changes: Iterable[Change]) -> Iterator[Sentence]:
    for change in changes:
        match change["op"]:
            case "act":
                yield _action_words(variant, change["action"])
            case "several":
                yield from words_of(variant, change["changes"])
            case op:
                yield Sentence(OTHER_CHANGES[op])


def _action_words(variant: Variant, action: dict[str, Any]) -> Sentence:
    """Return an action in a few words; without its player where nobody can say whose it is."""
    if "seat" in action or action["kind"] not in entering.ON_TURN:
        return entry_words(variant, action)
    if action.get("card"):
        return say("{short}", short=card_id(action["card"]))
    call = action.get("call")
    return Sentence(variant.call_label(call) if call else N_("one entry"))
