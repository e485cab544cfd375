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
from tests.factories import THROWN_IN, claimed_by_seat_0
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


def test_everything_comes_as_one_zip(client: Client, cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    client.force_login(cast.scorer)
    data = fetched(client, cast)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        inside = {name: archive.read(name) for name in FILES}
        assert {"manifest.json", "SHA256SUMS"} < set(archive.namelist())
    assert inside == read(export(cast.club, tmp_path / "folder"))
    assert fetched(client, cast) == data


def test_members_take_home_what_they_may_read(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(THROWN_IN)
    remark = remarking.add_remark(user=cast.admin, hand=hand, place="auction", text="Shame!")
    remarking.hide_remark(user=cast.admin, remark=remark, hidden=True)
    seen = {}
    for who in (cast.member, cast.admin):
        client.force_login(who)
        with zipfile.ZipFile(io.BytesIO(fetched(client, cast))) as archive:
            seen[who.username] = b"Shame!" in archive.read("remarks.ndjson")
    assert seen == {"member": False, "admin": True}


def test_the_role_matrix(client: Client, cast: Cast) -> None:
    expected = {
        "member": (200, 200, 403),
        "scorer": (200, 200, 403),
        "admin": (200, 200, 200),
        "other_scorer": (404, 404, 404),
    }
    found = {}
    for who in expected:
        client.force_login(getattr(cast, who))
        page = client.get(address(cast))
        zipped = client.get(reverse("club-everything", args=[cast.club.slug]))
        sent = send(client, cast, lines(passed()))
        found[who] = (page.status_code, zipped.status_code, sent.status_code)
    assert found == expected
    client.logout()
    for place in (address(cast), reverse("club-everything", args=[cast.club.slug])):
        assert client.get(place).headers["Location"].startswith(reverse("sign-in"))
    client.force_login(cast.admin)
    assert client.post(reverse("club-everything", args=[cast.club.slug])).status_code == 405


def test_only_administrators_are_offered_the_way_in(client: Client, cast: Cast) -> None:
    for who, offered in ((cast.member, False), (cast.scorer, False), (cast.admin, True)):
        client.force_login(who)
        page = client.get(address(cast)).content.decode()
        assert ('name="file"' in page) is offered
        assert "Download everything" in page


def test_the_page_is_found_from_the_club_s(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    page = client.get(reverse("club", args=[cast.club.slug])).content.decode()
    assert f'href="{address(cast)}"' in page


def test_a_file_is_checked_first_and_taken_in_then(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    data = lines(passed(), passed(0))
    page = send(client, cast, data, do="check").content.decode()
    assert "Nothing has been changed yet." in page
    assert not Hand.objects.exists()
    way = reverse("job-take-in", args=[cast.club.slug, Job.objects.get().public_id])
    assert way in page
    page = done(client, client.post(way)).content.decode()
    assert "Everything was imported." in page
    assert Hand.objects.filter(club=cast.club).count() == 2
    assert "nothing was changed" in send(client, cast, data).content.decode()
    assert client.post(way).status_code == 409  # its file has gone


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


def test_a_job_is_for_its_owner_and_the_administrators(
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
    seen = {}
    for who in (cast.member, cast.scorer, cast.admin, cast.other_scorer):
        client.force_login(who)
        seen[who.username] = [
            client.get(one).status_code for one in (way, answer.headers["Location"])
        ]
    yes, no = [200, 200], [404, 404]
    assert seen == {"member": yes, "scorer": no, "admin": yes, "other_scorer": no}
    assert str(job.public_id) in client_page(client, cast.admin, address(cast))
    assert str(job.public_id) not in client_page(client, cast.scorer, address(cast))


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


def client_page(client: Client, user: Any, way: str) -> str:
    """What somebody reads at an address."""
    client.force_login(user)
    return str(client.get(way).content.decode())


def test_each_wrong_line_is_reported_by_its_number(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    broken = {**passed(), "players": ["<b>Anna</b>", "Boris", "Chloé"]}
    answer = send(client, cast, lines(passed(), broken, {"format": "tarot-hand/9"}))
    page = answer.content.decode()
    assert "Nothing was imported: 2 faults." in page
    assert "Line 2" in page
    assert "Line 3" in page
    assert "hands.ndjson" in page
    assert "<b>Anna</b>" not in page
    assert not Hand.objects.exists()


def test_what_no_record_says_is_asked_for(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    record = passed()
    del record["meta"]
    send(client, cast, lines(record), event="Attic", played_on="2019-02-03")
    hand = Hand.objects.select_related("match").get()
    assert (hand.match.title, str(hand.match.played_on)) == ("Attic", "2019-02-03")


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({}, "This field is required."),
        ({"file": True, "played_on": "soon"}, "Write a day as YYYY-MM-DD."),
    ],
)
def test_a_form_that_is_not_right(
    client: Client, cast: Cast, said: dict[str, Any], complaint: str
) -> None:
    client.force_login(cast.admin)
    if "file" in said:
        said = {**said, "file": SimpleUploadedFile("a", lines(passed()))}
    answer = client.post(address(cast), {"do": "import", **said})
    assert answer.status_code == 422
    assert complaint in answer.content.decode()


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


@pytest.mark.parametrize("name", ["é" * 250, "é" * 250 + ".ndjson", "a/b.ndjson", "…"])
def test_a_file_may_have_any_name(client: Client, cast: Cast, name: str) -> None:
    client.force_login(cast.admin)
    file = SimpleUploadedFile(name, lines(passed()))
    done(client, client.post(address(cast), {"file": file, "do": "import"}))
    assert Hand.objects.filter(club=cast.club).count() == 1


def test_a_damaged_archive_is_refused_on_the_page(client: Client, cast: Cast) -> None:
    """Its bytes are told by the digests of the zip, whatever was changed."""
    cast.sealed_hand(claimed_by_seat_0())
    client.force_login(cast.admin)
    data = bytearray(fetched(client, cast))
    data[60] ^= 1
    answer = send(client, cast, bytes(data), do="check")
    assert "archive-refused" in answer.content.decode()
