"""Long jobs that run outside requests, and the files that they are given or make."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PUBLIC_ID_LENGTH, PlainJSONField, new_public_id
from games.models.people import Club, User
from games.models.querysets import ClubQuerySet

FILE_NAME_LENGTH = 200


class Job(models.Model):
    """What takes longer than a page may: asked for by a request, done by `manage.py work`.

    `wishes` is what was asked for, `report` what came of it, both as the job's kind understands
    them. `phase`, `done` and `total` (0: nobody knows) say how far it is. `worker` is the random
    name of the process that works on it, `beat_at` when that last said so, `attempts` how often it
    was begun without getting any further. `writes_since`: once it is set, what the job writes
    stays, and nobody can cancel it any more.
    """

    class State(models.TextChoices):
        """Where a job is."""

        ARRIVING = "arriving", _("arriving")  # its file is still being stored
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    UNDER_WAY = (State.WAITING, State.RUNNING)

    club = models.ForeignKey(Club, models.CASCADE, related_name="jobs")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    kind = models.CharField(max_length=16)
    asked_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    wishes = PlainJSONField(default=dict)
    file_name = models.CharField(max_length=FILE_NAME_LENGTH, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.ARRIVING)
    phase = models.CharField(max_length=16, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    writes_since = models.DateTimeField(null=True)
    worker = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    beat_at = models.DateTimeField(null=True)
    called_at = models.DateTimeField(null=True)  # when a worker was last started for it
    attempts = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    report = PlainJSONField(default=dict)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["-asked_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "kind"],
                condition=Q(state__in=["waiting", "running"]),
                name="job_of_a_kind_once_a_club",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def is_under_way(self) -> bool:
        """Return whether it has not ended yet."""
        return self.state in self.UNDER_WAY

    @property
    def can_be_cancelled(self) -> bool:
        """Return whether nothing of it has been written yet."""
        return self.is_under_way and self.writes_since is None


class JobPiece(models.Model):
    """A part of the file of a job: the one that was sent, or the one that it makes."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="pieces", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["job", "number"]
        constraints = [models.UniqueConstraint(fields=["job", "number"], name="job_piece_once")]

    def __str__(self) -> str:
        return f"{self.job_id}, {self.number}"
