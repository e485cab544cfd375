"""The archive of a club in the browser: taken home by members, taken in by administrators."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games import jobs
from games.jobs.working import work
from games.models import Hand, Job, Membership, Role
from games.replay import remarking
from games.transfer import archive_pages, import_job
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.transfer.archives import FILES, export, read
from tests.transfer.test_import import passed

ON = {"comments": "on"}


def address(cast: Cast) -> str:
    return reverse("club-archive", args=[cast.club.slug])


def fetched(client: Client, cast: Cast) -> bytes:
    answer: Any = client.get(reverse("club-everything", args=[cast.club.slug]))
    assert answer.headers["Content-Type"] == "application/zip"
    return b"".join(answer.streaming_content)


def send(client: Client, cast: Cast, data: bytes, **said: str) -> Any:
    """What the page of the job says once it is done, or why there is none."""
    file = SimpleUploadedFile("hands.ndjson", data)
    return done(client, client.post(address(cast), {"file": file, "do": "import", **ON, **said}))


def done(client: Client, answer: Any) -> Any:
    """The page of a job that was asked for, once it is done; an answer that leads to none."""
    if answer.status_code != 302:
        return answer
    work()
    return client.get(answer.headers["Location"])


def lines(*objects: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in objects)


# --- taken home -----------------------------------------------------------------------------------


def test_members_take_home_what_they_may_read_as_one_zip(
    client: Client, cast: Cast, tmp_path: Path
) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    remark = remarking.add_remark(user=cast.admin, hand=hand, place="auction", text="Shame!")
    remarking.hide_remark(user=cast.admin, remark=remark, hidden=True)
    for who, sees, brings in ((cast.member, False, False), (cast.admin, True, True)):
        client.force_login(who)
        page = client.get(address(cast)).content.decode()
        assert ('name="file"' in page) is brings
        data = fetched(client, cast)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            inside = {name: archive.read(name) for name in FILES}
            assert {"manifest.json", "SHA256SUMS"} < set(archive.namelist())
        assert (b"Shame!" in inside["remarks.ndjson"]) is sees
    assert inside == read(export(cast.club, tmp_path / "folder"))
    assert fetched(client, cast) == data
    damaged = bytearray(data)
    damaged[60] ^= 1  # told by the digests of the zip, whatever was changed
    answer = send(client, cast, bytes(damaged), do="check")
    assert "archive-refused" in answer.content.decode()


def test_a_file_that_was_asked_for_is_for_its_owner_and_the_administrators(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_pages, "MOST_STREAMED", 0)
    cast.sealed_hand(claimed_by_seat_0())
    client.force_login(cast.member)
    everything = reverse("club-everything", args=[cast.club.slug])
    assert client.get(everything).headers["Location"] == address(cast)
    answer = client.post(reverse("export-ask", args=[cast.club.slug]))
    page = done(client, answer).content.decode()
    (job,) = Job.objects.all()
    way = reverse("job-file", args=[cast.club.slug, job.public_id])
    assert f'href="{way}"' in page
    whole: Any = client.get(way)
    data = b"".join(whole.streaming_content)
    assert len(data) == int(whole.headers["Content-Length"])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert archive.read("records.ndjson").count(b"\n") == 1
    for who, status in (
        (cast.scorer, 404),
        (cast.admin, 200),
        (cast.other_scorer, 404),
    ):
        client.force_login(who)
        for one in (way, answer.headers["Location"]):
            assert client.get(one).status_code == status, who
        if who.memberships.filter(club=cast.club).exists():
            listed = str(job.public_id) in client.get(address(cast)).content.decode()
            assert listed is (status == 200)


def test_a_file_with_hidden_comments_is_kept_from_people_who_may_no_longer_read_them(
    client: Client, cast: Cast
) -> None:
    job = jobs.ask(user=cast.scorer, club=cast.club, kind="export", wishes={"hidden": True})
    work()
    client.force_login(cast.scorer)
    way = reverse("job-file", args=[cast.club.slug, job.public_id])
    assert client.get(way).status_code == 200
    Membership.objects.filter(user=cast.scorer).update(role=Role.MEMBER)
    assert client.get(way).status_code == 404


# --- taken in -------------------------------------------------------------------------------------


def test_a_file_is_checked_first_and_taken_in_then(client: Client, cast: Cast) -> None:
    """Under any name; what no record says is asked for."""
    client.force_login(cast.admin)
    bare = passed(0)
    del bare["meta"]
    data = lines(passed(), bare)
    said = {"event": "Attic", "played_on": "2019-02-03"}
    page = send(client, cast, data, do="check", **said).content.decode()
    assert "Nothing has been changed yet." in page
    assert not Hand.objects.exists()
    way = reverse("job-take-in", args=[cast.club.slug, Job.objects.get().public_id])
    assert way in page
    page = done(client, client.post(way)).content.decode()
    assert "Everything was imported." in page
    _spring, attic = Hand.objects.select_related("match").filter(club=cast.club).order_by("pk")
    assert (attic.match.title, str(attic.match.played_on)) == ("Attic", "2019-02-03")
    assert client.post(way).status_code == 409  # its file has gone
    for name in ("é" * 250, "é" * 250 + ".ndjson", "a/b.ndjson", "…"):
        file = SimpleUploadedFile(name, data)
        answer = done(client, client.post(address(cast), {"file": file, "do": "import", **said}))
        assert "nothing was changed" in answer.content.decode(), name


def test_htmx_is_led_to_the_page_of_the_job(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    file = SimpleUploadedFile("a.ndjson", lines(passed()))
    htmx = {"HX-Request": "true"}
    answer = client.post(address(cast), {"file": file, "do": "check"}, headers=htmx)
    way = answer.headers["HX-Redirect"]
    part = client.get(way, headers=htmx).content.decode()
    assert part.lstrip().startswith('<section id="_job"')
    assert "It waits for its turn." in part
    assert f'hx-get="{way}"' in part
    again = client.post(address(cast), {"file": file, "do": "check"}, headers=htmx)
    assert again.status_code in (409, 422)
    assert again.content.decode().lstrip().startswith('<div id="_refused"')


def test_a_form_or_a_line_that_is_wrong_is_named(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    broken = {**passed(), "players": ["<b>Anna</b>", "Boris", "Chloé"]}
    answer = send(client, cast, lines(passed(), broken, {"format": "tarot-hand/9"}))
    page = answer.content.decode()
    assert "Nothing was imported: 2 faults." in page
    for said in ("Line 2", "Line 3", "hands.ndjson"):
        assert said in page
    assert "<b>Anna</b>" not in page
    answer = send(client, cast, lines(passed()), played_on="soon")
    assert (answer.status_code, "Write a day as YYYY" in answer.content.decode()) == (422, True)
    answer = client.post(address(cast), {"do": "import"})
    assert (answer.status_code, "is required." in answer.content.decode()) == (422, True)
    assert not Hand.objects.exists()


def test_what_would_fill_the_disk_is_refused(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    client.force_login(cast.admin)
    monkeypatch.setattr(import_job, "MOST_LINES", 3)
    page = send(client, cast, b"\n" * 4 + lines(passed())).content.decode()
    assert "at most 3 lines here" in page
    monkeypatch.setattr(import_job, "UNPACKED", 0)
    page = send(client, cast, lines(passed())).content.decode()
    assert "too-large" in page
    settings.IMPORT_MEGABYTES = 0
    page = send(client, cast, lines(passed())).content.decode()
    assert "It is larger than 0 MB." in page
    assert not Hand.objects.exists()
