"""Why a write was not made: one class each, with code, HTTP status, and as `str` a sentence."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.display.reasons import http_status
from games.models import Entry
from games.rules import NoLiveAction, Problem

Sentence = str | Promise


def invalid(field: str, code: str, message: str) -> ValidationError:
    """Return the error of one field of what was sent, with its code for programs."""
    return ValidationError({field: ValidationError(message, code=code)})


class WriteError(Exception):
    """Nothing was saved."""

    code: str
    status: int
    sentence: Sentence

    def __str__(self) -> str:
        return str(self.sentence)


class Refused(WriteError):
    """The rules or the record format refuse the change; `problem` says why, and gives the code."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
        self.code = problem.code
        self.status = http_status(problem.code)

    def __str__(self) -> str:
        return str(self.problem)


class OtherCards(Refused):
    """The deal of a board that is still hidden refuses the change; no tablet could know."""


class StaleVersion(WriteError):
    """Somebody else wrote first: `entries` are those that the sender has not seen.

    `already`: the first of them is the very change that the sender wanted to make.
    """

    code = "stale-version"
    status = 409
    sentence = _("Someone else has changed this hand in the meantime.")

    def __init__(self, version: int, entries: Sequence[Entry], *, already: bool) -> None:
        super().__init__(version)
        self.version = version
        self.entries = entries
        self.already = already
        if already:
            self.code = "already-recorded"
            self.sentence = _("Someone else has recorded the same in the meantime.")


class VersionAhead(StaleVersion):
    """The sender counts entries that are not here: earlier ones are still to be sent."""

    code = "version-ahead"
    sentence = _("Earlier entries have not arrived yet.")

    def __init__(self, version: int) -> None:
        super().__init__(version, (), already=False)


class KeyMalformed(WriteError):
    """The key is not a random one."""

    code = "key-malformed"
    status = 400
    sentence = _("The request needs a new random key of 16 to 64 letters and digits.")


class KeyReused(WriteError):
    """The key was used for something else that was sent."""

    code = "idempotency-key-reused"
    status = 422
    sentence = _("This request key has already been used for something else.")


class HandSealed(WriteError):
    """The hand takes no entries any more."""

    code = "hand-sealed"
    status = 409
    sentence = _("This hand is sealed.")


class HandVoid(WriteError):
    """The hand counts for nothing and takes no entries."""

    code = "hand-void"
    status = 409
    sentence = _("This hand was cancelled.")


class NextHandDealt(WriteError):
    """A hand that was given up cannot be taken up again any more."""

    code = "next-hand-dealt"
    status = 409
    sentence = _("The next hand has been dealt.")


class NothingToUndo(WriteError):
    """There is no action to take back."""

    code = NoLiveAction.code
    status = 409
    sentence = _(NoLiveAction.sentence)


class HandNotFinished(WriteError):
    """The hand has no result yet."""

    code = "hand-not-finished"
    status = 409
    sentence = _("The hand is not finished.")


class HandNotSealed(WriteError):
    """The hand is not in the archive yet."""

    code = "hand-not-sealed"
    status = 409
    sentence = _("This can be done once the hand is sealed.")


class NothingToAmend(WriteError):
    """The hand is sealed with this very content."""

    code = "nothing-to-amend"
    status = 409
    sentence = _("The sealed hand says this already: there is nothing to amend.")


class HandStillOpen(WriteError):
    """A hand of the match is being recorded."""

    code = "hand-still-open"
    status = 409
    sentence = _("A hand of this match is still being recorded: finish it, or give it up.")


class NotConfirmed(WriteError):
    """The club wants the other side to agree with a score before it is sealed."""

    code = "not-confirmed"
    status = 409
    sentence = _(
        "Nobody has confirmed the score yet. Somebody on the other side confirms it, "
        "or the scorer says why nobody can be asked."
    )


class NotAtTable(WriteError):
    """Somebody else played the hand."""

    code = "not-at-table"
    status = 422
    sentence = _("This person did not play the hand.")


class NotTheOtherSide(WriteError):
    """Nobody who took the hand, or wrote it down, confirms its score."""

    code = "other-side"
    status = 422
    sentence = _("The score is confirmed by somebody on the other side.")


class NoPin(WriteError):
    """The player has no PIN to confirm with."""

    code = "no-pin"
    status = 409
    sentence = _("This player has no PIN yet. It can be set on their page.")


class WrongPin(WriteError):
    """The PIN is not that of the player."""

    code = "wrong-pin"
    status = 422
    sentence = _("This is not the right PIN.")


class PinBlocked(WriteError):
    """Too many wrong PINs: for some seconds none is looked at, or none until there is a new one."""

    code = "pin-blocked"
    status = 429
    sentence = _("There were too many wrong PINs. The player needs a new one.")

    def __init__(self, seconds: int | None) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        if self.seconds is None:
            return super().__str__()
        return ngettext(
            "There were too many wrong PINs. Try again in %(count)s second.",
            "There were too many wrong PINs. Try again in %(count)s seconds.",
            self.seconds,
        ) % {"count": self.seconds}


class TooManyHands(WriteError):
    """The club has sealed as many hands in a day as the site lets it."""

    code = "too-fast"
    status = 429
    sentence = _(
        "The club has sealed as many hands in a day as this site allows. Go on tomorrow, or ask "
        "the person who looks after the site."
    )


class DisputeEnded(WriteError):
    """The dispute is over."""

    code = "dispute-ended"
    status = 409
    sentence = _("This dispute has ended already.")


class RecordMismatch(WriteError):
    """A record belongs to another match: `field` of it says something else."""

    code = "record-mismatch"
    status = 422
    sentence: Sentence = _("The record has a different game or different people from its match.")

    def __init__(self, field: str, sentence: Sentence) -> None:
        super().__init__(field)
        self.field = field
        self.sentence = sentence


class MatchClosed(WriteError):
    """The match takes no hands any more."""

    code = "match-closed"
    status = 409
    sentence = _("This match is closed.")


class MatchChanged(WriteError):
    """What was judged is not what is there any more: a hand or a seat of the match."""

    code = "match-changed"
    status = 409
    sentence = _("Someone else has changed this match in the meantime: look at the preview again.")


class NothingToReseat(WriteError):
    """Everybody sits there already."""

    code = "nothing-to-reseat"
    status = 409
    sentence = _("Everybody sits like this already, and the dealer is the same.")


class MatchNotEmpty(WriteError):
    """Something was entered in a hand of the match."""

    code = "match-not-empty"
    status = 409
    sentence = _("Something was recorded in this match: it cannot be deleted any more.")


class NotAllowed(WriteError):
    """The user's role in the club does not allow it."""

    code = "role-required"
    status = 403
    sentence = _("Only scorers and administrators of the club may do this.")


class OwnPin(NotAllowed):
    """The player has set the PIN themself."""

    sentence = _("This player has a PIN of their own: only they, or an administrator, replace it.")


class AnotherAccount(WriteError):
    """Somebody else is signed in than the one who made the entry."""

    code = "another-account"
    status = 403
    sentence = _("This was recorded with another account, and waits on the tablet for it.")


class PlaysHere(NotAllowed):
    """The club hides running hands from those at the table, and the user sits there."""

    sentence = _(
        "You sit at this table and someone else records this hand: the club hides running hands "
        "from those who play them. To record it yourself, take it over: everybody will see that."
    )


class NotAdministrator(NotAllowed):
    """The user does not look after the club."""

    sentence = _("Only administrators of the club may do this.")


class Busy(WriteError):
    """The database is busy or out of reach; whether the change was saved, its key decides."""

    code = "busy"
    status = 503
    sentence = _("The server cannot save right now. Try again in a moment.")


class StorageFull(WriteError):
    """The disk of the database is full."""

    code = "storage-full"
    status = 503
    sentence = _("The server has no room left to save. Tell the person who looks after it.")


class StorageReadOnly(StorageFull):
    """The disk of the database takes no writes, or its file none."""

    code = "storage-read-only"
    sentence = _("The disk of the server can only be read. Tell the person who looks after it.")


class StorageDamaged(StorageFull):
    """The file of the database is damaged: no waiting helps."""

    code = "storage-damaged"
    sentence = _("The database of the server is damaged. Tell the person who looks after it.")


class AnotherJob(WriteError):
    """Another process does a long job on the site."""

    code = "job-under-way"
    status = 409
    sentence = _("Another import or another long job is in progress on this site; try again later.")


class JobUnderWay(AnotherJob):
    """The club has a job of that kind that has not ended."""

    sentence = _("The club has another job of this kind that has not ended yet.")


class JobWithoutFile(WriteError):
    """The file of the job is not kept any more, or the job has not ended."""

    code = "job-without-file"
    status = 409
    sentence = _("The file is not kept any more: choose it once more.")


class JobPastCancelling(WriteError):
    """The job has ended, or has begun to write."""

    code = "job-past-cancelling"
    status = 409
    sentence = _("This job cannot be cancelled any more.")


ALL: tuple[type[WriteError], ...] = (
    Refused,
    StaleVersion,
    VersionAhead,
    KeyMalformed,
    KeyReused,
    HandSealed,
    HandVoid,
    NothingToUndo,
    HandNotFinished,
    HandNotSealed,
    NothingToAmend,
    HandStillOpen,
    NotConfirmed,
    NotAtTable,
    NotTheOtherSide,
    NoPin,
    WrongPin,
    PinBlocked,
    DisputeEnded,
    RecordMismatch,
    MatchClosed,
    MatchChanged,
    NothingToReseat,
    MatchNotEmpty,
    NotAllowed,
    Busy,
    StorageFull,
    StorageReadOnly,
    StorageDamaged,
)
