"""What is left of an account when a person is erased from a club, and traces outside the tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.access.one_time_codes import password_alone
from games.access.sessions import SessionStore
from games.access.signed_in import end_all
from games.book.sealing import ERASED
from games.models import (
    ApiToken,
    Club,
    DailyAnswer,
    FormerMember,
    Invitation,
    Membership,
    PaperCode,
    Player,
    Presence,
    TypedSheet,
    User,
)
from games.models.folding import folded
from games.people.erasing.naming import Naming

MESSAGES = "_messages"  # of a session: sentences that the next page shows


def forget_account(account: User, club: Club, *, goes: bool) -> None:
    """End what an account has in a club, and the account itself where it `goes`.

    It then keeps its key, which entries and seals name, and nothing else. Inside the caller's
    transaction.
    """
    now = timezone.now()
    came_by = Membership.objects.filter(user=account, club=club).values("invitation")
    Invitation.objects.filter(pk__in=came_by, places=1).update(name=ERASED)
    made = Invitation.objects.filter(club=club, made_by=account, revoked_at=None)
    made.update(revoked_at=now)
    ApiToken.objects.filter(user=account, club=club).delete()
    Membership.objects.filter(user=account, club=club).delete()
    FormerMember.objects.filter(user=account, club=club).delete()
    TypedSheet.objects.filter(match__club=club, by=account).delete()
    DailyAnswer.objects.filter(daily__club=club, user=account).delete()
    if not goes:
        return
    FormerMember.objects.filter(user=account).delete()
    PaperCode.objects.filter(user=account).delete()
    password_alone(account)
    end_all(account)
    _forget_log(account)
    nobody = User(pk=account.pk, username=f"{ERASED} {account.pk}", is_active=False)
    nobody.set_unusable_password()
    nobody.date_joined = account.date_joined
    nobody.save(force_update=True)


def forget_traces(club: Club, naming: Naming, players: Sequence[Player]) -> None:
    """Invitations, evenings of the person, and sentences that wait to be shown to members."""
    Presence.objects.filter(player__in=players).delete()
    theirs = Invitation.objects.filter(player__in=[player.pk for player in players])
    theirs.filter(revoked_at=None).update(revoked_at=timezone.now())
    theirs.update(name=ERASED, player=None)
    open_ones = Session.objects.filter(signed_in__user__memberships__club=club)
    for session in open_ones.distinct():
        data = session.get_decoded()
        if naming.words_in(str(data.get(MESSAGES, ""))):
            del data[MESSAGES]
            session.session_data = SessionStore().encode(data)
            session.save(update_fields=["session_data"])


def _forget_log(account: User) -> None:
    """Erase what the site's own administration wrote down about the account."""
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(account.pk)
    )
    about.update(object_repr=ERASED, change_message="")
    naming = Naming([account.get_username(), account.email])
    name = folded(account.get_username())
    for entry in LogEntry.objects.exclude(object_repr=ERASED).iterator():
        if name in naming.words_in(f"{entry.object_repr} {entry.change_message}"):
            LogEntry.objects.filter(pk=entry.pk).update(object_repr=ERASED, change_message="")
