"""An import as a job: whole or not at all, whatever others do and whichever process is killed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import book, jobs
from games.jobs import pieces, starting, working
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


def test_an_import_is_done_once_and_its_file_goes(cast: Cast) -> None:
    job = ask_import(cast, numbered(3))
    assert (job.state, JobPiece.objects.count()) == (Job.State.WAITING, 1)
    assert work() == 1
    job = reloaded(job)
    assert (job.state, job.report["hands"]) == (Job.State.DONE, {"new": 3, "known": 0})
    assert Hand.objects.filter(club=cast.club).count() == 3
    assert not JobPiece.objects.exists()
    assert work() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("phase", PHASES)
def test_a_worker_that_is_killed_costs_nothing_and_nothing_is_doubled(
    cast: Cast, phase: str
) -> None:
    job = ask_import(cast, numbered(60))
    assert kill_when(job, PHASES[phase])
    assert reloaded(job).state == Job.State.RUNNING
    assert work() == 0  # nobody knows yet that it is dead
    let_time_pass(job)
    assert work() == 1
    job = reloaded(job)
    hands = job.report["hands"]
    assert (job.state, hands["new"] + hands["known"]) == (Job.State.DONE, 60)
    assert Hand.objects.filter(club=cast.club).count() == 60
    check_soundness(cast.club)


def test_before_all_of_a_file_is_judged_nothing_of_it_is_here(cast: Cast) -> None:
    job = ask_import(cast, [*numbered(5), {"format": "tarot-hand/9"}])
    work()
    job = reloaded(job)
    assert (job.state, job.report["faulty"]) == (Job.State.REFUSED, 1)
    assert not Hand.objects.exists()
    assert not JobPiece.objects.exists()


def test_a_file_that_was_checked_is_taken_in_without_being_sent_again(cast: Cast) -> None:
    job = ask_import(cast, numbered(2), check=True)
    work()
    job = reloaded(job)
    assert (job.state, job.report["hands"]["new"]) == (Job.State.DONE, 2)
    assert not Hand.objects.exists()
    jobs.ask_again(job, {"check": False})
    work()
    assert reloaded(job).report["written"]
    assert Hand.objects.count() == 2


def test_a_job_that_waits_can_be_cancelled_and_one_that_writes_cannot(cast: Cast) -> None:
    job = ask_import(cast, numbered(1))
    jobs.cancel(job)
    assert work() == 0
    assert (reloaded(job).state, JobPiece.objects.count()) == (Job.State.CANCELLED, 0)
    later = ask_import(cast, numbered(1))
    work()
    with pytest.raises(JobPastCancelling):
        jobs.cancel(later)


def test_a_job_that_is_cancelled_while_it_is_judged_writes_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_import(cast, numbered(3))
    enter = JobClaim.enter

    def cancelled(claim: JobClaim, phase: str, total: int = 0) -> None:
        enter(claim, phase, total)
        jobs.cancel(job)

    monkeypatch.setattr(JobClaim, "enter", cancelled)
    work()
    assert reloaded(job).state == Job.State.CANCELLED
    assert not Hand.objects.exists()


def test_a_club_has_one_import_at_a_time(cast: Cast) -> None:
    ask_import(cast, numbered(1))
    with pytest.raises(JobUnderWay):
        ask_import(cast, numbered(1))
    assert Job.objects.count() == 1


def test_a_worker_that_went_on_after_its_job_was_taken_over_writes_nothing(cast: Cast) -> None:
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


def test_what_never_gets_any_further_is_given_up(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_import(cast, numbered(1))
    for _ in range(MOST_ATTEMPTS):
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
    """Full before anything is written, or in the middle: seven times, and then there is room."""
    job, said, waited = ask_import(cast, numbered(45)), set[str](), list[float]()
    page = reverse("job", args=[cast.club.slug, job.public_id])
    client.force_login(cast.admin)
    stored, write = pieces.stored, rows.Writer.write
    refused = 0

    def full(*arguments: Any) -> Any:
        nonlocal refused
        done = writes == "pieces" or Hand.objects.exists()
        if refused < 7 and done:
            refused += 1
            raise OSError(28, "full") if writes == "pieces" else StorageFull
        return stored(*arguments) if writes == "pieces" else write(*arguments)

    def pass_a_second(seconds: float) -> None:
        waited.append(seconds)
        if reloaded(job).report.get("sentence") and len(waited) in (2, 2_000):
            said.add(client.get(page).content.decode())

    owner, name = (pieces, "stored") if writes == "pieces" else (rows.Writer, "write")
    monkeypatch.setattr(owner, name, full)
    monkeypatch.setattr(working, "sleep", pass_a_second)
    assert work() == 1
    assert (reloaded(job).state, Hand.objects.count()) == (Job.State.DONE, 45)
    assert len(waited) == 5 + 15 + 45 + 135 + 405 + 600 + 600
    for text in said:
        assert "no room left" in text
        assert "goes on by itself" in text
        assert "Everything was imported" not in text
    assert said
    assert "Everything was imported" in client.get(page).content.decode()


def test_an_import_that_has_stopped_says_how_far_it_is(cast: Cast, client: Client) -> None:
    job = ask_import(cast, numbered(45))
    report = {"sentence": "It has failed."}
    ended = {"state": Job.State.FAILED, "writes_since": timezone.now(), "ended_at": timezone.now()}
    Job.objects.filter(pk=job.pk).update(**ended, done=20, total=45, report=report)
    client.force_login(cast.admin)
    page = client.get(reverse("job", args=[cast.club.slug, job.public_id])).content.decode()
    assert "20 of 45 lines have been imported so far." in page
    assert "Everything was imported" not in page


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(days=400)])
def test_a_worker_that_died_while_the_clock_was_ahead_is_replaced(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, settings: Any, ahead: timedelta
) -> None:
    settings.STARTS_WORKERS = True
    monkeypatch.setattr(starting, "start_worker", lambda: None)
    job = ask_import(cast, numbered(20))
    assert next_claim() is not None
    later = timezone.now() + ahead
    Job.objects.filter(pk=job.pk).update(beat_at=later, called_at=later)
    assert jobs.call_worker()
    assert work() == 1
    assert reloaded(job).state == Job.State.DONE


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


def test_others_record_while_an_import_writes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two pieces an entry is made and a hand sealed: chain and sums are right."""
    monkeypatch.setattr(run, "LINES", 2)
    hand, made = cast.open_hand(), list[Hand]()
    elsewhere = cast.open_match(title="Saturday")

    def meanwhile(_seconds: float) -> None:
        version = len(made)
        change, key = act("note", text="Meanwhile."), new_key()
        book.append(user=cast.scorer, hand=hand, version=version, key=key, change=change)
        made.append(sealed_hand(cast.scorer, elsewhere, THROWN_IN))

    monkeypatch.setattr(writing_pieces, "sleep", meanwhile)
    job = ask_import(cast, numbered(7))
    work()
    assert reloaded(job).report["hands"]["new"] == 7
    assert len(made) == 4
    cast.club.refresh_from_db()
    assert cast.club.seals == 11
    check_soundness(cast.club)


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

    def meanwhile(_seconds: float) -> None:
        if theirs.version == Hand.objects.get(pk=theirs.pk).version:
            amend(user, theirs, "Another.")

    monkeypatch.setattr(run, "LINES", 1)
    monkeypatch.setattr(writing_pieces, "sleep", meanwhile)
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


def test_once_it_writes_it_ends_even_if_its_owner_loses_their_role(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LINES", 2)

    def demoted(_seconds: float) -> None:
        Membership.objects.filter(user=cast.admin).update(role=Role.MEMBER)

    monkeypatch.setattr(writing_pieces, "sleep", demoted)
    job = ask_import(cast, numbered(5))
    work()
    assert reloaded(job).report["hands"]["new"] == 5
    refused = ask_import(cast, numbered(6))
    work()
    assert reloaded(refused).state == Job.State.FAILED
    assert Hand.objects.count() == 5
