"""What a user may see, as queries: a row of another club is never returned, so it cannot leak."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Aggregate,
    F,
    IntegerField,
    JSONField,
    Model,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
)

Row = TypeVar("Row", bound=Model)


class ClubQuerySet(QuerySet[Row]):
    """Rows that belong to a club; `memberships` is the way from a row to its club's members."""

    memberships = "club__memberships"

    def visible_to(self, user: Any) -> Self:
        """The rows of the clubs in which `user` is a member; none for somebody not signed in.

        Each row carries `my_role`, the role of this user in its club, and `seen_by`, his key, so
        that a write after it needs no further query. Every look-up in views starts here.
        """
        if isinstance(user, AnonymousUser) or not user.is_active:
            return self.none()
        mine = self.filter(**{f"{self.memberships}__user": user})
        return mine.annotate(
            my_role=F(f"{self.memberships}__role"),
            seen_by=Value(user.pk, output_field=IntegerField()),
        )


class ClubsQuerySet(ClubQuerySet[Row]):
    """The clubs themselves."""

    memberships = "memberships"


class NamesBySeat(Aggregate):
    """The names at a table as one JSON object: `{"0": "Anna", "1": "Boris"}`."""

    arity = 2
    output_field = JSONField()

    def as_sqlite(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="json_group_object", **kwargs)

    def as_postgresql(self, *args: Any, **kwargs: Any) -> Any:
        return super().as_sql(*args, function="jsonb_object_agg", **kwargs)


class HandQuerySet(ClubQuerySet[Row]):
    """Hands."""

    def with_table(self) -> Self:
        """Hands with match, club and the players' names, in the one statement that reads the hand.

        An entry may take eight statements in all: names of their own would be a ninth.
        """
        from games.models import MatchSeat

        seats = MatchSeat.objects.filter(match=OuterRef("match")).order_by().values("match")
        names = seats.annotate(names=NamesBySeat("seat", "player__name")).values("names")
        return self.select_related("match", "club").annotate(names_by_seat=Subquery(names))

    def sealed(self) -> Self:
        """The hands of the archive."""
        return self.filter(state="sealed")
