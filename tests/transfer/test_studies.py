"""Studies in archives: which lines are refused, what they cost, and what goes with an import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.analysis import studies
from games.models import Hand, Study, StudyItem
from games.models.studies import MOST_ITEMS
from games.rules import strict
from games.transfer.taking_back import why_not
from tests.cast import Cast
from tests.transfer.archives import bring, bring_all, empty, export, objects, write_lines
from tests.transfer.taking_back import Watched, take_back


def keep(cast: Cast, hand: Hand, study: Study | None = None, **facts: Any) -> Study:
    plain: dict[str, Any] = {"place": "auction", "cards": "", "text": "", "title": "Slips"}
    plain |= {"user": cast.member, "hand": hand, "study": study, "once": None}
    return studies.keep(**plain | facts)


def test_a_place_without_an_address_is_refused(cast: Cast, tmp_path: Path) -> None:
    """The page of a study links to each of its places."""
    study = keep(cast, cast.sealed_hand())
    (line,) = objects(export(cast.club, tmp_path / "archive") / "studies.ndjson")
    study.delete()
    for place in ("zz", "1", "0.1", "score.", "auction.1000"):
        moved = {**line, "items": [{**line["items"][0], "place": place}]}
        report = bring(cast.admin, cast.club, write_lines(tmp_path / "a", [moved]))
        assert "“place”" in report.faults[0].sentence, place
    assert bring_all(cast.admin, cast.club, write_lines(tmp_path / "b", [line])).studies.new == 1


def test_many_studies_take_as_few_statements_as_one(cast: Cast, tmp_path: Path) -> None:
    """Also those that are known by their author and moment alone."""
    keep(cast, cast.sealed_hand())
    (line,) = objects(export(cast.club, tmp_path / "archive") / "studies.ndjson")
    asked = []
    for many, day in ((1, "01"), (20, "02")):
        for known in (False, True):
            ids = [f"{day}{known:d}{number:013}" for number in range(many)]
            moments = [f"2024-05-{day}T10:00:{number:02}Z" for number in range(many)]
            lines = [{**line, "id": key, "at": at} for key, at in zip(ids, moments, strict=True)]
            file = write_lines(tmp_path / ids[0], lines)
            with CaptureQueriesContext(connection) as taken:
                tally = bring_all(cast.admin, cast.club, file).studies
            assert (tally.new, tally.known) == ((0, many) if known else (many, 0))
            asked.append(len(taken))
    assert asked[:2] == asked[2:]


def test_an_import_that_is_taken_back_takes_no_other_studies_along(
    cast: Cast, tmp_path: Path
) -> None:
    keep(cast, cast.sealed_hand(), title="Came with it")
    archive = export(cast.club, tmp_path / "archive")
    (line,) = objects(archive / "studies.ndjson")
    empty(cast.club)
    watched = Watched()
    bring_all(cast.admin, cast.club, archive, watcher=watched)
    keep(cast, Hand.objects.get(), title="Made since")
    other = {"id": "b" * 16, "at": "2024-05-03T10:00:00Z", "title": "Came later"}
    bare = {"id": "c" * 16, "at": "2024-05-04T10:00:00Z", "title": "Without a hand", "items": []}
    later = write_lines(tmp_path / "later", [line | other, line | bare])
    assert bring_all(cast.admin, cast.club, later).studies.new == 2
    since = Hand.objects.get().sealed_at
    job = watched.as_job(cast.admin, cast.club, writes_since=since)
    assert why_not(job) == ["Friday, hand 1: kept in a study since."]
    StudyItem.objects.exclude(study__title="Came with it").delete()
    assert why_not(job) == []
    take_back(job)
    assert Hand.objects.get().state == Hand.State.VOID
    left = ["Came later", "Made since", "Without a hand"]
    assert list(Study.objects.order_by("title").values_list("title", flat=True)) == left


def test_a_long_study_goes_out_on_several_lines_and_comes_in_whole(
    cast: Cast, tmp_path: Path
) -> None:
    study = keep(cast, cast.sealed_hand(), text="😀" * 1000)
    first = study.items.get()
    for number in range(2, MOST_ITEMS + 1):
        first.pk, first.number = None, number
        first.save()
    archive = export(cast.club, tmp_path / "archive")
    lines = (archive / "studies.ndjson").read_bytes().splitlines()
    assert max(map(len, lines)) < strict.MAX_BYTES
    empty(cast.club)
    assert bring_all(cast.admin, cast.club, archive).studies.new == 1
    assert list(StudyItem.objects.values_list("number", flat=True)) == list(range(1, 201))
    again = export(cast.club, tmp_path / "again")
    assert (again / "studies.ndjson").read_bytes().splitlines() == lines
    for few in (lines[1:2], [lines[0], lines[2]]):
        fault = bring(cast.admin, cast.club, write_lines(tmp_path / "few", few)).faults[0]
        assert "“after”" in fault.sentence
