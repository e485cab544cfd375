"""What the front page of a club shows to somebody who plays there: *Mine*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from games.access.pages import may_write
from games.archive import listed_hands
from games.archive.listing import Listed
from games.club.news import NewsItem, news_of
from games.confirming.disputed import disputes_in_words
from games.display.headlines import headline, variant_name
from games.display.phrases import labelled
from games.models import Club, Evening, Hand, Player, Remark, User
from games.statistics.leagues import league_table, rules_of
from games.statistics.periods import first_moment
from games.statistics.seasons import seasons_of

HANDS_SHOWN = NEWS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class HandLine:
    """A sealed hand in a list: what it was, who sat there, what it brought, what people say of it.

    `points` are those of the reader where it is one of their hands, else those of the taker.
    """

    hand: Listed
    title: str
    second: str
    points: float | None
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a player in the league table of a game in this season, and out of how many."""

    game: str
    variant: str
    period: str
    season: str
    rank: int
    ranked: int
    score_halves: int


@dataclass(frozen=True, slots=True)
class Mine:
    """What a player finds: disputed hands that wait for them, and the last ones of the others.

    `news` is what else has changed since the day of the visit before; `new_hands` are only counted.
    """

    player: Player
    since: date | None
    new_hands: int
    news: Sequence[NewsItem]
    waiting: Sequence[HandLine]
    hands: Sequence[HandLine]
    standing: Standing | None
    evening: Evening | None


def mine_of(user: User, club: Club) -> Mine | None:
    """Return what concerns this account's player. Thirteen statements; none without a player."""
    key = club.my_player  # type: ignore[attr-defined]
    player = key and Player.objects.filter(pk=key).first()
    if not player:
        return None
    shown = Hand.objects.visible_to(user).shown().filter(club=club)
    own = shown.filter(seats__player=player).order_by("-seats__played_at", "-pk")
    disputed = shown.filter(disputed=True).order_by("-played_at", "-pk")
    if not may_write(club):  # those who record answer all disputes
        disputed = disputed.filter(seats__player=player)
    waiting = listed_hands(disputed[:HANDS_SHOWN])
    last = listed_hands(own[:HANDS_SHOWN])
    hands = [hand for hand in last if hand not in waiting]
    notes = said_about([hand.pk for hand in (*waiting, *hands)], user)
    since = club.visited_before  # type: ignore[attr-defined]
    news = news_of(user, club, first_moment(since), player) if since else []
    return Mine(
        player=player,
        since=since,
        new_hands=sum(one.kind == "hand" for one in news),
        # Open disputes wait above.
        news=[one for one in news if one.kind not in ("hand", "dispute")][:NEWS_SHOWN],
        waiting=[hand_line(hand, player.name, notes[hand.pk]) for hand in waiting],
        hands=[hand_line(hand, player.name, notes[hand.pk]) for hand in hands],
        standing=standing_of(club, player, last[0].variant) if last else None,
        evening=None
        if any(one.kind == "evening" for one in news)
        else Evening.objects.visible_to(user)
        .filter(club=club, played_on__gte=timezone.localdate())
        .order_by("played_on", "pk")
        .first(),
    )


def hand_line(hand: Listed, reader: str = "", notes: Sequence[str] = ()) -> HandLine:
    """Return one hand, in the words of the archive, with the points of a reader who played it."""
    names, halves = hand.names, hand.halves
    seat = names.index(reader) if reader in names else hand.taker
    points = None if seat is None else halves[seat] / 2
    return HandLine(hand, headline(hand, names, halves), ", ".join(names), points, notes)


def said_about(hands: Sequence[int], reader: User) -> dict[int, list[str]]:
    """Return disputes, rulings and the last comment of others, by hand. Two statements."""
    disputes = disputes_in_words(hands, ruled=True)
    comments = Remark.objects.filter(hand__in=hands, hidden_by=None, brought_by=None)
    rows: Iterable[tuple[int, str, str]] = (
        comments.exclude(author=reader)
        .order_by("pk")
        .values_list("hand", "author__username", "text")
    )
    last = {hand: labelled(author, text) for hand, author, text in rows}
    return {hand: [*disputes.get(hand, ()), *filter(None, [last.get(hand)])] for hand in hands}


def standing_of(club: Club, player: Player, game: str) -> Standing | None:
    """Return where a player stands in this season; None without a rank. Two statements."""
    seasons, today = seasons_of(club), timezone.localdate()
    period = seasons.now(today) or seasons.holding(today)
    ranks = {
        line.entry.player: line
        for line in league_table(club, game, period, rules_of(club))
        if line.rank
    }
    mine = ranks.get(player.pk)
    if mine is None or mine.rank is None:
        return None
    return Standing(
        variant_name(game),
        game,
        period,
        seasons.in_words(period),
        mine.rank,
        len(ranks),
        mine.entry.sums.score_halves,
    )
