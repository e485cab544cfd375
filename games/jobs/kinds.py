"""What kinds of long jobs there are: each is registered by the room that knows how to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.module_loading import import_string

from games.jobs.claims import JobClaim
from games.models import Job
from games.writing.errors import Sentence


class Ended(NamedTuple):
    """How a job ended: its state, what came of it, and whether its file is kept for a while."""

    state: Job.State
    report: Mapping[str, Any]
    keeps_file: bool = False


class JobKind:
    """One kind of job: its title, the words for its phases, its template, how it is done.

    `makes_file`: its file is what it has made; `takes_file`: it is what the job was given, of which
    more can be asked once it has ended.
    """

    title: Sentence
    phases: Mapping[str, Sentence]
    template: str
    makes_file = False
    takes_file = False

    def run(self, claim: JobClaim) -> Ended:
        """Do the job of a claim, in a process of its own.

        Killed at any moment and called again, it goes on, or begins again and does the same once.
        """
        raise NotImplementedError

    def context(self, job: Job) -> Mapping[str, Any]:
        """Return what the template needs of a job that has ended."""
        return {"report": job.report}


class _Kinds(dict[str, JobKind]):
    """The kinds by name, each imported when it is first asked for: few commands need one."""

    def __missing__(self, name: str) -> JobKind:
        return self.setdefault(name, import_string(_PLACES[name])())


_PLACES: dict[str, str] = {}
KINDS = _Kinds()


def register(name: str, place: str) -> None:
    """Name the class, by its `place`, that does jobs of a kind."""
    _PLACES[name] = place


_UPKEEP: list[str] = []


def register_upkeep(place: str) -> None:
    """Have the function at `place` called when no job waits.

    It returns as soon as what it is given returns True.
    """
    _UPKEEP.append(place)


def upkeep() -> list[Callable[[Callable[[], bool]], None]]:
    """Return what a worker does when no job waits."""
    return [import_string(place) for place in _UPKEEP]
