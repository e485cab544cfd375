"""Everything that is stored about the person signed in, in parts that each say what they are.

A part is read while it is sent, so that thousands of hands take no memory. Nobody else's data is in
it but what the site shows this person anyway: the hands of their clubs, as everybody there reads
them. `tests/people/test_own_data.py` holds it to all that leads to an account or a player.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.models import (
    ApiToken,
    BroughtForward,
    Club,
    Confirmation,
    Consent,
    DailyAnswer,
    Dispute,
    Entry,
    Erasure,
    Evening,
    EveningPoints,
    FormerMember,
    Hand,
    HandSeat,
    Invitation,
    Job,
    Match,
    MatchMove,
    MatchSeat,
    Membership,
    Merge,
    OneTimeCodes,
    PaperCode,
    Passkey,
    Player,
    Presence,
    Publication,
    RecoveryCode,
    Remark,
    Seal,
    SignedIn,
    Study,
    StudyItem,
    TableChange,
    TypedSheet,
    UsedKey,
    User,
)
from games.models.querysets import copied, in_pieces

FORMAT = "clubtarot-own-data/1"
TOGETHER = 500
COLUMNS = {"hand_id": "int8", "hand__public_id": "varchar", **PARTS}  # of a record


class DataPart(NamedTuple):
    """One kind of what is stored: its name, a sentence about it, and the rows."""

    name: str
    what: str
    rows: Iterable[Any]


def own_data(user: User) -> Iterator[str]:
    """Yield one JSON document of everything, piece by piece, in the language of the reader."""
    parts = [*_account(user), *_at_the_table(user), *_written(user), *_looked_after(user)]
    return _document(user, parts)


def _document(user: User, parts: Iterable[DataPart]) -> Iterator[str]:
    head = {"format": FORMAT, "account": user.get_username(), "made_at": timezone.now()}
    yield f'{_json(head)[:-2]},\n  "parts": {{'
    for index, part in enumerate(parts):
        yield f'{"," if index else ""}\n  {_json(part.name)}: {{\n  "what": {_json(part.what)},\n'
        yield '  "rows": ['
        for number, row in enumerate(part.rows):
            yield f"{',' if number else ''}\n{_json(row)}"
        yield "]}"
    yield "}\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)


def _rows(rows: QuerySet[Any], columns: str) -> Iterator[dict[str, Any]]:
    """Yield the rows with these columns; `__` in a name becomes a point."""
    for row in rows.values(*columns.split()).iterator(chunk_size=TOGETHER):
        yield {name.replace("__", "."): value for name, value in row.items()}


def _account(user: User) -> Iterator[DataPart]:
    mine = {"user": user}
    facts = "username first_name last_name email language date_joined last_login is_staff"
    yield DataPart(
        "account",
        _("Your account. Of the password only a digest is kept, with which it can be checked."),
        _rows(User.objects.filter(pk=user.pk), facts),
    )
    yield DataPart(
        "memberships",
        _("The clubs to which you belong, what you may do there, and who you are at the table."),
        _rows(
            Membership.objects.filter(**mine),
            "club__name role player__name joined_at last_seen seen_before mailed_at "
            "invitation__name",
        ),
    )
    yield DataPart(
        "former_memberships",
        _("Clubs that you have left."),
        _rows(FormerMember.objects.filter(**mine), "club__name role left_at"),
    )
    yield DataPart(
        "signed_in",
        _("Where you are signed in, with what the browser says of itself."),
        _rows(SignedIn.objects.filter(**mine), "browser at session__expire_date"),
    )
    yield DataPart(
        "keys",
        _("Your keys for programs. Of a key itself only a digest is kept."),
        _rows(
            ApiToken.objects.filter(**mine),
            "name scope club__name created expiry last_used",
        ),
    )
    yield DataPart(
        "codes",
        _("Codes on paper with which you could choose a new password."),
        _rows(PaperCode.objects.filter(**mine), "club__name made_at ends_at used_at"),
    )
    yield DataPart(
        "passkeys",
        _("Your passkeys. The secret half of each is in your device alone."),
        _rows(Passkey.objects.filter(**mine), "name made_at used_at"),
    )
    yield DataPart(
        "one_time_codes",
        _("Since when you are asked for one-time codes. Their secret is in your app."),
        _rows(OneTimeCodes.objects.filter(**mine), "made_at"),
    )
    yield DataPart(
        "recovery_codes",
        _("Your recovery codes, and when one was used. Of a code only a digest is kept."),
        _rows(RecoveryCode.objects.filter(**mine), "used_at"),
    )
    yield DataPart(
        "requests",
        _("What your browser or a program sent only once, so that it is not made twice."),
        _rows(UsedKey.objects.filter(**mine), "made at"),
    )
    yield DataPart(
        "typed_sheets",
        _("Lines that you have typed from a sheet on paper and not sealed yet."),
        _rows(
            TypedSheet.objects.filter(by=user),
            "match__public_id match__title first lines done changed_at",
        ),
    )


def players_of(user: User) -> list[int]:
    """Return the players that somebody is in their clubs, and those merged into them."""
    keys = set(
        Membership.objects.filter(user=user, player__isnull=False).values_list("player", flat=True)
    )
    level = keys
    while level:
        level = {*Player.every.filter(merged_into__in=level).values_list("pk", flat=True)} - keys
        keys |= level
    return sorted(keys)


def _at_the_table(user: User) -> Iterator[DataPart]:
    players = players_of(user)
    mine = {"player__in": players}
    yield DataPart(
        "players",
        _("Who you are at the table. Of a PIN only a digest is kept."),
        _rows(
            Player.every.filter(pk__in=players),
            "club__name public_id name own_name nickname number joined_on left_on wrong_pins "
            "wrong_pin_at pin_set_by__username pin_set_at merged_into__public_id",
        ),
    )
    yield DataPart(
        "matches",
        _("The matches at which you sat, with your seat and the hands for which you had it."),
        _rows(
            MatchSeat.objects.filter(**mine).order_by("match__played_on", "match", "since"),
            "match__club__name match__public_id match__title match__played_on seat since until",
        ),
    )
    yield DataPart(
        "presences",
        _("The days on which you were ticked as here, when you came and when you left."),
        _rows(
            Presence.objects.filter(**mine),
            "player__club__name day arrived_at left_at team instead_of__public_id",
        ),
    )
    yield DataPart(
        "evening_points",
        _("Points of an evening that no hand brought: yours, and those that you noted."),
        _rows(
            EveningPoints.objects.filter(Q(**mine) | Q(by=user)),
            "round__evening__title round__number halves kind because at",
        ),
    )
    yield DataPart(
        "brought_forward",
        _("Totals from before that the club has brought forward: yours, and those you brought."),
        _rows(
            BroughtForward.objects.filter(Q(**mine) | Q(by=user)),
            "club__name variant title first_day last_day halves at",
        ),
    )
    yield DataPart(
        "results",
        _("What each sealed hand brought you, in half points."),
        _rows(
            HandSeat.objects.filter(**mine).order_by("played_at", "hand"),
            "hand__public_id seat role contract won score_halves irregular",
        ),
    )
    yield DataPart(
        "hands",
        _("The records of these hands, as everybody in the club reads them."),
        _records(user, players),
    )


def _records(user: User, players: list[int]) -> Iterator[Any]:
    """Yield the latest record of each sealed hand that somebody played and may read."""
    played = HandSeat.objects.filter(player__in=players).values("hand")
    visible = Hand.objects.visible_to(user).shown().filter(pk__in=played)
    keys = list(visible.order_by("played_at", "pk").values_list("pk", flat=True))
    for some in in_pieces(keys):
        latest = {}
        seals = Seal.objects.filter(hand__in=some).order_by("revision")
        for hand, public_id, *parts in copied(readable(seals), COLUMNS):
            latest[hand] = (public_id, *parts)
        for public_id, written, commitments, texts in latest.values():
            record = json.loads(record_line(written, commitments, texts_in(texts)))
            yield {"hand": public_id, "record": record}


def _written(user: User) -> Iterator[DataPart]:
    players = players_of(user)
    yield DataPart(
        "entries",
        _("What you entered into hands, in the order in which you did."),
        _entries(user),
    )
    yield DataPart(
        "comments",
        _("What you said about hands."),
        _rows(
            Remark.objects.filter(author=user),
            "public_id hand__public_id place text at",
        ),
    )
    yield DataPart(
        "hands_of_the_day",
        _("What you answered to the hands of the day."),
        _rows(DailyAnswer.objects.filter(user=user), "daily__club__name daily__day answer"),
    )
    items = StudyItem.objects.filter(study__author=user)
    yield DataPart(
        "studies",
        _("Your studies, and the steps of hands that you added to them."),
        [
            *_rows(Study.objects.filter(author=user), "public_id title text at"),
            *_rows(items, "study__public_id hand__public_id number place cards text"),
        ],
    )
    about = Q(player__in=players) | Q(by=user)
    yield DataPart(
        "confirmations",
        _("Scores that you agreed with, or for which you took down that somebody did."),
        _rows(
            Confirmation.objects.filter(about),
            "hand__public_id version seat how because device at",
        ),
    )
    about |= Q(ended_by=user)
    yield DataPart(
        "disputes",
        _("Scores that you said were wrong, or of which you took that down or answered it."),
        _rows(
            Dispute.objects.filter(about),
            "hand__public_id because device at ended_at ended_as answer",
        ),
    )


def _entries(user: User) -> Iterator[dict[str, Any]]:
    entries = Entry.objects.filter(author=user).order_by("pk")
    for row in _rows(entries, "hand__public_id seq at device change"):
        yield {**row, "change": json.loads(row["change"])}


def _looked_after(user: User) -> Iterator[DataPart]:
    yield DataPart(
        "jobs",
        _("Imports and other long jobs that you asked for. Their files are kept for a week."),
        _rows(Job.objects.filter(asked_by=user), "club__name kind file_name state asked_at"),
    )
    yield DataPart(
        "opened",
        _("Clubs, matches and evenings that you opened."),
        [
            *_rows(Club.objects.filter(opened_by=user), "public_id name opened_at"),
            *_rows(Match.objects.filter(opened_by=user), "public_id title opened_at"),
            *_rows(Evening.objects.filter(opened_by=user), "public_id title opened_at"),
        ],
    )
    yield DataPart(
        "consents",
        _("What you, or other administrators of a club, asked a second one to agree to."),
        _rows(
            Consent.objects.filter(Q(asked_by=user) | Q(agreed_by=user) | Q(member=user)),
            "club__name what role asked_at",
        ),
    )
    yield DataPart(
        "moved",
        _("Matches that you moved to another day."),
        _rows(MatchMove.objects.filter(by=user), "match__public_id before after at"),
    )
    yield DataPart(
        "table_changes",
        _("Seats of running hands that you changed, and running hands that you took over."),
        _rows(TableChange.objects.filter(by=user), "match__public_id number what before after at"),
    )
    yield DataPart(
        "sealed",
        _("Hands that you sealed or amended."),
        _rows(Seal.objects.filter(sealed_by=user), "hand__public_id revision sealed_at"),
    )
    yield DataPart(
        "published",
        _("Hands that you published."),
        _rows(Publication.objects.filter(by=user), "hand__public_id names at"),
    )
    yield DataPart(
        "invitations",
        _("Invitations that you made, without whom they were for."),
        _rows(
            Invitation.objects.filter(made_by=user),
            "club__name role places taken made_at ends_at revoked_at",
        ),
    )
    yield DataPart(
        "invited",
        _("Invitations that were made for you."),
        _rows(
            Invitation.objects.filter(player__in=players_of(user)),
            "club__name name role made_at ends_at revoked_at",
        ),
    )
    yield DataPart(
        "hidden_and_brought",
        _("Comments of others that you hid, and what others said that you brought in."),
        [
            *_rows(
                Remark.objects.filter(Q(hidden_by=user) | Q(brought_by=user)),
                "public_id hand__public_id brought_at",
            ),
            *_rows(Study.objects.filter(brought_by=user), "public_id brought_at"),
            *(
                row
                for model in (Confirmation, Dispute)
                for row in _rows(
                    model.objects.filter(brought_by=user), "public_id hand__public_id brought_at"
                )
            ),
        ],
    )
    yield DataPart(
        "pins_set",
        _("PINs that you set for others, and scores that were confirmed with them."),
        [
            *_rows(Player.every.filter(pin_set_by=user), "public_id pin_set_at"),
            *_rows(Confirmation.objects.filter(pin_set_by=user), "hand__public_id pin_set_at"),
        ],
    )
    yield DataPart(
        "memberships_ended",
        _("Memberships of others that you ended, and codes that you printed for them."),
        [
            *_rows(
                FormerMember.objects.filter(ended_by=user).exclude(user=user),
                "club__name left_at",
            ),
            *_rows(PaperCode.objects.filter(made_by=user), "club__name made_at"),
        ],
    )
    yield DataPart(
        "merged_and_erased",
        _("Players that you merged, and people that you erased."),
        [
            *_rows(Merge.objects.filter(by=user), "public_id at undone_at"),
            *_rows(Erasure.objects.filter(by=user), "public_id at names texts"),
        ],
    )
