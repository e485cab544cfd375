"""A tournament of 27 and five rounds, and its sheet, worked out by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from games import book
from games.models import Evening, EveningRound, Match, Player
from games.people.players import add_player
from games.people.presence import note_presence
from tests.cast import Cast
from tests.factories import new_key, sealed_hand, stated

ROUNDS, HANDS = 5, 4
OTHERS = (
    "Farid Gaëlle Hugo Inès Jules Karim Louise Marco Nina Oscar Paula Quentin Rosa Simon Théa "
    "Ugo Vera Willy Xenia Yann"
).split()
LATE = ("Zoé", "Ælfric")
# What is stated, how it is typed, and what each defender pays, worked out by hand: with two bouts a
# taker needs 41 points, and pays or gets 25 and the difference, once, twice or four times.
RESULTS = (
    ({"contract": "guard", "points": 45}, "garde 2 45", (25 + 4) * 2),
    ({"contract": "small", "points": 41}, "petite 2 41", 25 + 0),
    ({"contract": "guard", "points": 31}, "garde 2 31", -(25 + 10) * 2),
    ({"contract": "guard-without", "points": 51}, "gs 2 51", (25 + 10) * 4),
)
TYPED, NUMBERS = 6, 7  # the two tables without a tablet: its results, or four numbers, are typed
CORRECTED = 3  # the table whose first hand of round 2 is put right in round 4
Hand = tuple[int, int]  # the seat that takes, and which of `RESULTS`


class Hall(Protocol):
    """What the leader of a tournament does."""

    def opens(self) -> None: ...
    def next_round(self) -> None: ...
    def comes(self, name: str) -> None: ...
    def goes(self, player: Player, substitute: str = "") -> None: ...
    def penalises(self, player: Player, points: str, why: str) -> None: ...
    def types_points(self, match: Match, points: Mapping[Player, str]) -> None: ...
    def types_results(self, match: Match, hands: Sequence[Hand]) -> None: ...
    def records(self, match: Match, hand: Hand) -> None: ...
    def killed(self) -> None: ...
    def prints(self) -> None: ...
    def changed(self) -> str: ...
    def rows(self) -> Iterator[list[str]]: ...


def hand_of(number: int, table: int, hand: int, people: int) -> Hand:
    """Who takes in a hand, and which result it has: so that nearly every table is unlike."""
    return (number * table + hand) % people, (number + 2 * table + hand) % len(RESULTS)


def points_of(hand: Hand, people: int) -> list[int]:
    """What a hand brings each seat."""
    taker, result = hand
    each = RESULTS[result][2]
    return [each * (people - 1) if seat == taker else -each for seat in range(people)]


def change_of(hand: Hand) -> dict[str, Any]:
    """What is entered for a hand."""
    return stated(taker=hand[0], **RESULTS[hand[1]][0])


def line_of(hand: Hand) -> str:
    """How a hand is typed."""
    return f"{hand[0] + 1} {RESULTS[hand[1]][1]}"


class Tournament:
    """The whole of it; `sheet` has by name what each has won in every round."""

    def __init__(self, cast: Cast, hall: Hall) -> None:
        self.cast, self.hall = cast, hall
        self.sheet: dict[str, list[int | None]] = {}
        self.director: Counter[str] = Counter()
        self.marks: defaultdict[str, list[str]] = defaultdict(list)
        came = [add_player(user=cast.admin, club=cast.club, name=name) for name in OTHERS]
        facts: Any = {"user": cast.scorer, "club": cast.club, "day": Evening().played_on}
        note_presence(**facts, came=[*cast.players, *came], went=())

    def player(self, name: str) -> Player:
        return Player.objects.get(club=self.cast.club, name=name)

    def is_played(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Five rounds, and all that happens in and between them: the list, and the sheet."""
        self.hall.opens()
        self.plays()
        for name in LATE:
            self.hall.comes(name)
            self.marks[name].append("came late")
        first = self.plays()
        late = first[0].seats.order_by("seat")[0].player
        self.hall.penalises(late, "-10", "Late at the table")
        self.director[late.name] -= 10
        self.plays(killed=True)
        self.hall.prints()
        assert not self.hall.changed()
        gone = self.seated(self.matches()[0])[1]
        self.hall.goes(gone)
        self.marks[gone.name].append("left")
        self.plays(substitute="Zacharie", corrected=first[CORRECTED - 1])
        self.plays()
        return self.lists()

    def matches(self) -> list[Match]:
        return list(EveningRound.objects.latest("number").matches.order_by("pk"))

    def seated(self, match: Match) -> list[Player]:
        rows = match.seats.filter(until=max(match.seats.values_list("until", flat=True)))
        return [row.player for row in rows.order_by("seat")]

    def plays(
        self, *, killed: bool = False, substitute: str = "", corrected: Match | None = None
    ) -> list[Match]:
        """One round: at seven tables, of which two hand in paper."""
        self.hall.next_round()
        number = EveningRound.objects.latest("number").number
        for name in self.sheet:
            self.sheet[name].append(None)
        matches = self.matches()
        assert len(matches) == 7, [len(self.seated(one)) for one in matches]
        for table, match in enumerate(matches, 1):
            for hand in range(HANDS):
                if killed and (table, hand) == (2, 1):
                    self.hall.killed()
                if substitute and (table, hand) == (2, 2):
                    gone = self.seated(match)[0]
                    self.hall.goes(gone, substitute)
                    self.marks[gone.name].append("left")
                    self.marks[substitute].append(f"in the seat of {gone.name}")
                self.plays_hand(number, table, match, hand)
            if table == TYPED:
                people = len(self.seated(match))
                hands = [hand_of(number, table, hand, people) for hand in range(HANDS)]
                self.hall.types_results(match, hands)
            if table == NUMBERS:
                won = {one: self.sheet[one.name][-1] for one in self.seated(match)}
                self.hall.types_points(match, {one: str(points) for one, points in won.items()})
        if corrected:
            self.corrects(corrected)
        return matches

    def plays_hand(self, number: int, table: int, match: Match, at: int) -> None:
        """Let a hand be recorded, where the table has a tablet, and write it down on the sheet."""
        people = self.seated(match)
        hand = hand_of(number, table, at, len(people))
        if table not in (TYPED, NUMBERS):
            self.hall.records(match, hand)
        self.counts(number, people, hand)

    def counts(self, number: int, people: Sequence[Player], hand: Hand, *, sign: int = 1) -> None:
        for player, points in zip(people, points_of(hand, len(people)), strict=True):
            mine = self.sheet.setdefault(player.name, [None] * number)
            mine[number - 1] = (mine[number - 1] or 0) + sign * points

    def corrects(self, match: Match) -> None:
        """The first hand of that table in round 2 was a petite of the next seat."""
        assert match.round is not None
        number, people = match.round.number, self.seated(match)
        before = hand_of(number, CORRECTED, 0, len(people))
        after = (before[0] + 1) % len(people), (before[1] + 1) % len(RESULTS)
        hand = match.hands.order_by("number")[0]
        changes = [{"op": "undo"}, change_of(after)]
        book.amend(
            user=self.cast.admin,
            hand=hand,
            version=hand.version,
            key=new_key(),
            because="The line above was meant.",
            wanted=book.Wanted(changes=changes),
        )
        self.counts(number, people, before, sign=-1)
        self.counts(number, people, after)
        changed = self.hall.changed()
        assert [one.name for one in people if one.name not in changed] == []
        assert "Zacharie" not in changed  # what was played since it was printed changes no line

    def lists(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The list and the sheet: place, rounds, the director's points, total, marks, by name."""
        total = {
            name: sum(points or 0 for points in rounds) + self.director[name]
            for name, rounds in self.sheet.items()
        }
        merits = {
            name: (total[name], max(one for one in rounds if one is not None))
            for name, rounds in self.sheet.items()
        }
        expected = {
            name: [
                str(1 + sum(other > merits[name] for other in merits.values())),
                *("" if points is None else str(points) for points in rounds),
                str(self.director[name]),
                str(total[name]),
                ", ".join(self.marks[name]),
            ]
            for name, rounds in self.sheet.items()
        }
        listed = {row[1]: [row[0], *row[2:]] for row in self.hall.rows()}
        assert len(expected) == len(self.cast.players) + len(OTHERS) + len(LATE) + 1
        assert sum(total.values()) == sum(self.director.values()) == -10
        return listed, expected


def by_the_book(cast: Cast, match: Match, hand: Hand) -> None:
    """A hand of a table that nobody looks at while it is recorded."""
    sealed_hand(cast.scorer, match, [change_of(hand)])
