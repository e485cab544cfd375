"""What is typed in from a sheet on paper: kept, judged, and sealed once."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.club.opening_clubs import set_up
from games.models import Club, Confirmation, Hand, Match, TypedSheet, User
from games.people.erasing.erase_person import erase_person
from games.people.erasing.erasure_plan import Person, plan_erasure
from games.proof import findings_of
from games.recording.typed_lines import read_lines
from games.recording.typed_sheets import sheet_now
from tests.cast import Cast
from tests.factories import act, new_key

GUARD = {"taker": 0, "contract": "guard", "bouts": 2, "points": 51}


def line(text: str = "anna garde 2 51", **facts: Any) -> dict[str, Any]:
    return {"line": text, "facts": GUARD | facts, "over": None}


class Typing:
    """Somebody at the page of a sheet, as their browser sends it."""

    def __init__(self, cast: Cast, match: Match, user: User | None = None) -> None:
        self.client, self.user, self.match = Client(), user or cast.scorer, match
        self.client.force_login(self.user)
        self.place = [cast.club.slug, match.public_id]

    @property
    def version(self) -> int:
        mine = TypedSheet.objects.filter(match=self.match, by=self.user)
        return mine.values_list("version", flat=True).first() or 0

    def types(self, *lines: dict[str, Any], version: int | None = None) -> Any:
        body = {"version": self.version if version is None else version, "lines": lines}
        address = reverse("typed-sheet", args=self.place)
        return self.client.post(address, json.dumps(body), content_type="application/json")

    def does(self, what: str, **sent: Any) -> Any:
        plain = {"do": what, "version": self.version, "key": new_key()}
        address = reverse("typed-sheet-do", args=self.place)
        return self.client.post(address, plain | sent, follow=True)


def sealed(match: Match) -> list[int]:
    hands = Hand.objects.filter(match=match, state="sealed").order_by("number")
    return list(hands.values_list("number", flat=True))


@pytest.mark.both_databases
def test_a_sheet_begins_with_a_hand_that_was_only_opened_and_makes_its_hands_once(
    cast: Cast,
) -> None:
    """A window that is behind gets the newer lines and overwrites none. A hand that is being
    recorded is finished first."""
    book.open_hand(user=cast.scorer, match=cast.match)
    scorer = Typing(cast, cast.match)
    scorer.types(line("first"))
    answer = scorer.types(line("second"), version=0)
    assert (answer.status_code, json.loads(answer.content)["lines"]) == (409, ["first"])
    assert [one["line"] for one in TypedSheet.objects.get().lines] == ["first"]
    scorer.types(line(), line(points=40))
    key, version = new_key(), scorer.version
    for _time in range(2):
        scorer.does("seal", key=key, version=version)
    assert sealed(cast.match) == [1, 2]
    assert not TypedSheet.objects.exists()
    assert list(findings_of(Club.objects.get(pk=cast.club.pk))) == []
    cast.open_hand([act("call", call="pass")])
    scorer.types(line())
    assert "Hand 3 is being recorded: finish it first." in scorer.does("seal").content.decode()
    assert sealed(cast.match) == [1, 2]


def test_a_second_person_with_the_same_sheet_is_asked_before_it_is_added_behind(cast: Cast) -> None:
    scorer, admin = Typing(cast, cast.match), Typing(cast, cast.match, cast.admin)
    scorer.types(line())
    page = json.loads(admin.types(line()).content)["sheet"]
    assert "scorer is typing this sheet too: 1 line" in page
    scorer.does("seal")
    assert "Perhaps somebody has sealed the same sheet." in admin.does("seal").content.decode()
    assert sealed(cast.match) == [1]
    admin.does("renumber")
    admin.does("seal")
    assert sealed(cast.match) == [1, 2]


def test_with_one_wrong_line_nothing_is_sealed_unless_it_is_asked_for(cast: Cast) -> None:
    """Facts of another shape are refused in their line, which is kept."""
    scorer = Typing(cast, cast.match)
    scorer.types(line(), line(points="many"), line(), {"line": "x", "facts": {"a": [{}]}})
    now = sheet_now(cast.scorer, cast.match)
    assert [one.state for one in now.lines[1:5]] == ["wrong", "right", "open", "empty"]
    scorer.does("seal")
    assert sealed(cast.match) == []
    scorer.does("seal-right")
    assert sealed(cast.match) == [1, 2]
    kept = TypedSheet.objects.get().lines
    assert [one["facts"] for one in kept] == [GUARD | {"points": "many"}, {"a": [{}]}]
    odd: tuple[Any, ...] = (None, {}, [1], [{"line": 1}], [{"line": "x" * 201}], [{}] * 101)
    for raw in odd:
        assert read_lines(raw) is None


def test_where_scores_are_confirmed_the_sheet_says_why_nobody_was_asked(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms="tap")
    scorer = Typing(cast, cast.match)
    scorer.types(line())
    scorer.does("seal")
    assert sealed(cast.match) == []
    scorer.does("seal", unconfirmed="The sheet on paper is signed.")
    assert Confirmation.objects.get().because == "The sheet on paper is signed."


def test_typed_twice_nothing_counts_before_each_difference_is_decided(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, types_twice=True)
    scorer, admin = Typing(cast, cast.match), Typing(cast, cast.match, cast.admin)
    scorer.types(line(), line(points=40))
    scorer.does("done")
    scorer.does("seal")
    admin.types(line("a g 2 51"), line("a g 2 41", points=41))
    admin.does("done")
    admin.does("seal")
    assert sealed(cast.match) == []
    now = sheet_now(cast.admin, Match.objects.get(pk=cast.match.pk))
    assert [one.number for one in now.differing] == [2]
    theirs = now.lines[1].theirs
    assert theirs
    admin.types(line(), line(points=41) | {"over": theirs.facts})
    admin.does("seal")
    assert sealed(cast.match) == [1, 2]


def test_who_sits_out_has_no_score_and_may_not_be_named(cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True, first_dealer=0)
    now = sheet_now(cast.scorer, match)
    first, second = now.lines[:2]
    assert (first.who, second.who) == (
        ("Boris", "Chloé", "Dario", "Emma"),
        ("Anna", "Chloé", "Dario", "Emma"),
    )
    assert first.table != second.table


def test_erasing_somebody_erases_the_sheets_of_their_matches(cast: Cast) -> None:
    scorer = Typing(cast, cast.match)
    scorer.types(line())
    Match.objects.update(closed_at=cast.match.opened_at)
    person = Person(cast.club, cast.players[0])
    plan = plan_erasure(user=cast.admin, person=person)
    erase_person(user=cast.admin, person=person, seen=plan)
    assert not TypedSheet.objects.exists()
