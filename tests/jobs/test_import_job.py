"""An import as a job: whole or not at all, whatever others do and whichever process is killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import book, jobs
from games.jobs import pieces, working
from games.jobs.claims import MOST_ATTEMPTS, ClaimLost, JobClaim, next_claim
from games.jobs.working import work
from games.models import Hand, Job, JobPiece, Membership, Role, User
from games.transfer.importing import rows, run, writing_pieces
from games.writing.errors import JobPastCancelling, JobUnderWay, StorageFull
from tests.cast import Cast
from tests.factories import THROWN_IN, act, new_key, sealed_hand
from tests.jobs.jobs_at_work import (
    ask_import,
    check_soundness,
    kill_when,
    let_time_pass,
    numbered,
    reloaded,
)
from tests.transfer.archives import export, objects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

PHASES = {
    "judging": lambda job: job.phase == "judging",
    "the first piece": lambda job: job.phase == "writing",
    "a later piece": lambda job: job.phase == "writing" and job.done >= 20,
}


def test_a_file_is_checked_then_taken_in_and_a_faulty_one_brings_nothing(cast: Cast) -> None:
    faulty = ask_import(cast, [*numbered(5), {"format": "tarot-hand/9"}])
    work()
    faulty = reloaded(faulty)
    assert (faulty.state, faulty.report["faulty"]) == (Job.State.REFUSED, 1)
    assert not Hand.objects.exists() and not JobPiece.objects.exists()
    job = ask_import(cast, numbered(2), check=True)
    assert (job.state, job.pieces.count()) == (Job.State.WAITING, 1)
    with pytest.raises(JobUnderWay):  # a club has one import at a time
        ask_import(cast, numbered(1))
    assert work() == 1
    job = reloaded(job)
    assert (job.state, job.report["hands"]["new"]) == (Job.State.DONE, 2)
    assert not Hand.objects.exists()
    jobs.ask_again(job, {"check": False})
    assert work() == 1
    job = reloaded(job)
    assert (job.state, job.report["hands"]) == (Job.State.DONE, {"new": 2, "known": 0})
    assert job.report["written"]
    assert Hand.objects.filter(club=cast.club).count() == 2
    assert (Job.objects.count(), JobPiece.objects.count()) == (2, 0)
    assert work() == 0


def test_a_job_is_cancelled_while_it_waits_or_is_judged_but_not_once_it_writes(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = ask_import(cast, numbered(1))
    jobs.cancel(waiting)
    assert work() == 0
    assert (reloaded(waiting).state, JobPiece.objects.count()) == (Job.State.CANCELLED, 0)
    judged = ask_import(cast, numbered(3))
    enter = JobClaim.enter

    def cancelled(claim: JobClaim, phase: str, total: int = 0) -> None:
        enter(claim, phase, total)
        jobs.cancel(judged)

    with monkeypatch.context() as while_judged:
        while_judged.setattr(JobClaim, "enter", cancelled)
        work()
    assert reloaded(judged).state == Job.State.CANCELLED
    assert not Hand.objects.exists()
    written = ask_import(cast, numbered(1))
    work()
    with pytest.raises(JobPastCancelling):
        jobs.cancel(written)


@pytest.mark.thorough
def test_a_worker_killed_in_each_phase_costs_nothing_and_nothing_is_doubled(cast: Cast) -> None:
    job = ask_import(cast, numbered(60))
    for phase, is_reached in PHASES.items():
        assert kill_when(job, is_reached), phase
        assert reloaded(job).state == Job.State.RUNNING
        assert work() == 0  # nobody knows yet that it is dead
        let_time_pass(job)
    assert work() == 1
    job = reloaded(job)
    hands = job.report["hands"]
    assert (job.state, hands["new"] + hands["known"]) == (Job.State.DONE, 60)
    assert Hand.objects.filter(club=cast.club).count() == 60
    check_soundness(cast.club)


def test_a_worker_that_slept_writes_nothing_and_a_job_that_gets_no_further_is_given_up(
    cast: Cast,
) -> None:
    """It was stopped for a minute, as by a machine that slept."""
    job = ask_import(cast, numbered(1))
    sleeper = next_claim()
    assert sleeper is not None
    assert next_claim() is None
    let_time_pass(job)
    assert next_claim() is not None
    with pytest.raises(ClaimLost):
        sleeper.hold(done=1)
    assert reloaded(job).done == 0
    for _attempt in range(2, MOST_ATTEMPTS):
        let_time_pass(job)
        assert next_claim() is not None
    let_time_pass(job)
    work()
    assert reloaded(job).report["sentence"].startswith("It was begun several times")
    assert reloaded(job).state == Job.State.FAILED


@pytest.mark.thorough
@pytest.mark.parametrize("writes", ["pieces", "rows"])
def test_a_disk_that_is_full_is_named_and_waited_for(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch, writes: str
) -> None:
    """Full before anything is written, or in the middle: four times, and then there is room."""
    job, said, waited = ask_import(cast, numbered(45)), set[str](), list[float]()
    page = reverse("job", args=[cast.club.slug, job.public_id])
    client.force_login(cast.admin)
    stored, write = pieces.stored, rows.Writer.write
    refused = 0

    def full(*arguments: Any) -> Any:
        nonlocal refused
        done = writes == "pieces" or Hand.objects.exists()
        if refused < 4 and done:
            refused += 1
            raise OSError(28, "full") if writes == "pieces" else StorageFull
        return stored(*arguments) if writes == "pieces" else write(*arguments)

    def pass_a_second(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) in (2, 100):
            said.add(client.get(page).content.decode())

    owner, name = (pieces, "stored") if writes == "pieces" else (rows.Writer, "write")
    monkeypatch.setattr(owner, name, full)
    monkeypatch.setattr(working, "LONGEST_WAIT", 60)
    monkeypatch.setattr(working, "sleep", pass_a_second)
    assert work() == 1
    assert (reloaded(job).state, Hand.objects.count()) == (Job.State.DONE, 45)
    assert len(waited) == 5 + 15 + 45 + 60
    for text in said:
        assert "no room left" in text
        assert "goes on by itself" in text
        assert "Everything was imported" not in text
    assert said
    assert "Everything was imported" in client.get(page).content.decode()


def test_an_import_that_has_stopped_says_how_far_it_is_and_keeps_its_file(
    cast: Cast, client: Client
) -> None:
    job = ask_import(cast, numbered(45))
    report = {"sentence": "It has failed."}
    ended = {"state": Job.State.FAILED, "writes_since": timezone.now(), "ended_at": timezone.now()}
    Job.objects.filter(pk=job.pk).update(**ended, done=20, total=45, report=report)
    client.force_login(cast.admin)
    page = client.get(reverse("job", args=[cast.club.slug, job.public_id])).content.decode()
    assert "20 of 45 lines have been imported so far." in page
    assert "Everything was imported" not in page
    ask_import(cast, numbered(1), check=True)
    assert job.pieces.exists()


def test_a_fault_of_ours_ends_one_job_and_not_the_next(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ask_import(cast, numbered(1))
    wishes = {"hidden": False}
    good = jobs.ask(user=cast.admin, club=cast.club, kind="export", wishes=wishes)

    class Broken:
        def run(self, _claim: JobClaim) -> Any:
            raise ZeroDivisionError

    monkeypatch.setitem(working.KINDS, "import", Broken())
    assert work() == 2
    assert (reloaded(broken).state, reloaded(good).state) == (Job.State.FAILED, Job.State.DONE)


def test_while_an_import_writes_others_record_and_its_owner_may_lose_their_role(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two pieces an entry is made and a hand sealed: chain and sums are right. The import
    ends although its owner may not ask for another."""
    monkeypatch.setattr(run, "LINES", 2)
    hand, made = cast.open_hand(), list[Hand]()
    elsewhere = cast.open_match(title="Saturday")

    def meanwhile() -> None:
        version = len(made)
        change, key = act("note", text="Meanwhile."), new_key()
        book.append(user=cast.scorer, hand=hand, version=version, key=key, change=change)
        made.append(sealed_hand(cast.scorer, elsewhere, THROWN_IN))
        Membership.objects.filter(user=cast.admin).update(role=Role.MEMBER)

    monkeypatch.setattr(writing_pieces, "let_others_write", meanwhile)
    job = ask_import(cast, numbered(7))
    work()
    assert reloaded(job).report["hands"]["new"] == 7
    assert len(made) == 4
    cast.club.refresh_from_db()
    assert cast.club.seals == 11
    check_soundness(cast.club)
    refused = ask_import(cast, numbered(8))
    work()
    assert reloaded(refused).state == Job.State.FAILED
    assert Hand.objects.sealed().count() == 11


def test_a_hand_that_others_have_changed_while_an_import_writes_stays_as_it_is(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was free of conflicts when it was compared is left out and named; the rest comes in."""
    hand = cast.sealed_hand(THROWN_IN)
    before = objects(export(cast.club, tmp_path / "before") / "records.ndjson")
    amend(cast.scorer, hand, "One.")
    after = objects(export(cast.club, tmp_path / "after") / "records.ndjson")
    club, user = cast.other_club, cast.other_scorer
    ask_import(cast, before, user=user, club=club)
    work()
    theirs = Hand.objects.select_related("match", "club").get(club=club)

    def meanwhile() -> None:
        if theirs.version == Hand.objects.get(pk=theirs.pk).version:
            amend(user, theirs, "Another.")

    monkeypatch.setattr(run, "LINES", 1)
    monkeypatch.setattr(writing_pieces, "let_others_write", meanwhile)
    job = ask_import(cast, [*numbered(1), *after, *numbered(2)[1:]], user=user, club=club)
    work()
    job = reloaded(job)
    assert (job.state, job.report["hands"]["new"]) == (Job.State.DONE, 2)
    assert [fault[1] for fault in job.report["faults"]] == ["record-conflict"]
    assert Hand.objects.filter(club=club).count() == 3
    check_soundness(club)
    client = Client()
    client.force_login(user)
    page = client.get(reverse("job", args=[club.slug, job.public_id])).content.decode()
    assert "Everything but 1 line was imported." in page
    assert "What is here stays as it is." in page


def amend(user: User, hand: Hand, text: str) -> None:
    """Put a remark into a sealed hand."""
    wanted = book.Wanted(changes=[act("note", text=text)])
    facts: dict[str, Any] = {"hand": hand, "version": hand.version, "wanted": wanted}
    book.amend(user=user, key=new_key(), because="So it was.", **facts)
