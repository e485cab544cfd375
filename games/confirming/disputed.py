"""What the pages of a hand say of its agreement: who confirmed it, disputes, what may be done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.access.forms import new_key
from games.access.pages import may_write
from games.book.chain import players_of
from games.display.phrases import labelled
from games.models import Club, Confirmation, Dispute, Hand, HandSeat, Membership, Player, User


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute, and what the reader may do to end it."""

    dispute: Dispute
    may_rule: bool
    may_withdraw: bool


@dataclass(frozen=True, slots=True)
class ScoreAgreement:
    """Who agreed with a score, who does not, and for whom the reader may say that it is wrong.

    `key` goes with a dispute, so that a form that is sent twice raises one.
    """

    confirmations: Sequence[Confirmation]
    disputes: Sequence[ShownDispute]
    speaks_for: Sequence[Player]
    key: str


def agreement_of(user: User, club: Club, hand: Hand) -> ScoreAgreement:
    """Return what a reader may see of the agreement on a finished hand, and may add."""
    confirmations = Confirmation.objects.filter(hand=hand).select_related(
        "player", "pin_set_by", "brought_by"
    )
    disputes = Dispute.objects.filter(hand=hand).select_related("player", "brought_by")
    member = Membership.objects.filter(user=user, club=club)
    mine = set(member.exclude(player=None).values_list("player", flat=True))
    writes = may_write(club)
    lines = [
        ShownDispute(
            one,
            may_rule=one.is_open and writes,
            may_withdraw=one.is_open and (one.by_id == user.pk or one.player_id in mine),
        )
        for one in disputes.order_by("pk")
    ]
    busy = {line.dispute.player_id for line in lines if line.dispute.is_open}
    return ScoreAgreement(
        confirmations=list(confirmations.order_by("pk")),
        disputes=lines,
        speaks_for=[
            player
            for player in who_played(hand)
            if player.pk not in busy and (writes or player.pk in mine)
        ],
        key=new_key(),
    )


def disputes_in_words(hands: Sequence[int], *, ruled: bool = False) -> dict[int, list[str]]:
    """Return who disputes hands (their keys), and why; also the rulings, if they are asked for.

    One statement, none for no hand.
    """
    words = defaultdict(list)
    if hands:
        ends = ["", Dispute.EndedAs.RULING] if ruled else [""]
        disputes = Dispute.objects.filter(hand__in=hands, ended_as__in=ends).order_by("pk")
        columns = ("hand", "player__name", "because", "answer", "ended_as")
        brought = ("brought_by__username", "brought_at")
        for hand, name, because, answer, ended, by, at in disputes.values_list(*columns, *brought):
            words_of_it = _("disputed by %(name)s") % {"name": name}
            if ended:
                words_of_it, because = _("Ruling: the score stands"), answer
            words_of_it = labelled(words_of_it, because) if because else words_of_it
            words[hand].append(f"{words_of_it} ({brought_in(by, at)})" if by else words_of_it)
    return dict(words)


def brought_in(by: str, at: datetime) -> str:
    """Return who brought something in with an archive, and when."""
    day = date_format(timezone.localtime(at), "SHORT_DATE_FORMAT")
    return _("brought in by %(name)s on %(day)s") % {"name": by, "day": day}


def disputes_of(hand: Hand) -> list[str]:
    """Return who disputes a hand, and why. Nothing is read of a hand without a dispute."""
    return disputes_in_words([hand.pk]).get(hand.pk, []) if hand.disputed else []


def who_played(hand: Hand) -> list[Player]:
    """Return the players of a hand, by seat. One statement."""
    if hand.is_open:
        return players_of(hand)
    seats = HandSeat.objects.filter(hand=hand).select_related("player").order_by("seat")
    return [seat.player for seat in seats]
