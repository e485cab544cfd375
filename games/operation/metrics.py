"""Counts and times of requests, and what a look at the site shows, in the form of Prometheus.

Imported only where the settings ask for it.
"""

import os
import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils.crypto import constant_time_compare
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
    multiprocess,
)
from prometheus_client.metrics_core import GaugeMetricFamily

from games.access.signin import FORWARDING_HEADERS
from games.operation.backups import backups_in
from games.operation.incidents import HeldEntries
from games.operation.readiness import readiness

# Where several processes count together: a folder, which the library itself looks for.
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.03, 0.1, 0.25, 0.5, 1, 2.5, 8)
HELD_SECONDS = (1, 5, 30, 120, 600, 3_600)

requests = Counter(
    "clubtarot_requests", "Requests answered.", ["route", "method", "status"], registry=None
)
durations = Histogram(
    "clubtarot_request_seconds",
    "Time until the answer began.",
    ["route"],
    buckets=SECONDS,
    registry=None,
)
held_entries = Histogram(
    "clubtarot_entries_held_seconds",
    "How long a tablet had held its oldest entry when it tried to send it.",
    buckets=HELD_SECONDS,
    registry=None,
)


def count_request(
    route: str, method: str, status: int, seconds: float, held: HeldEntries | None
) -> None:
    """Count one request that was answered, and how long a tablet had held what was in it."""
    if held is not None:
        held_entries.observe(held.seconds)
    requests.labels(route, method, str(status)).inc()
    durations.labels(route).observe(seconds)


class Look:
    """What `/readyz` finds, and how old the newest backup is, when somebody asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics of this moment; of a database that does not answer, none."""
        found = readiness.ask()
        yield gauge("ready", "1 where the site can do its work.", not found.problems)
        for name, value in found.figures.items():
            if name in FIGURES:
                yield gauge(*FIGURES[name], value)
        jobs = GaugeMetricFamily(
            "clubtarot_jobs", "Long jobs that have not ended.", labels=["state"]
        )
        for state in ("waiting", "running"):
            jobs.add_metric([state], float(found.figures.get(f"jobs_{state}", 0)))
        yield jobs
        if settings.BACKUP_FOLDER:
            for newest in backups_in(Path(settings.BACKUP_FOLDER))[:1]:
                age = time.time() - newest.moment.timestamp()
                yield gauge("backup_age_seconds", "Since the newest finished backup.", age)


FIGURES = {
    "seals": ("seals", "Sealed hands of all clubs, revisions counted."),
    "entries": ("last_entry", "The number of the newest entry: it grows with each one."),
    "job_age": ("oldest_job_seconds", "Since the oldest job that has not ended was asked for."),
    "room": ("disk_free_bytes", "Room on the fuller of the disks that the site writes to."),
}


def gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    """One value."""
    return GaugeMetricFamily(f"clubtarot_{name}", meaning, value=float(value))


def registry() -> CollectorRegistry:
    """What is told: of all processes where they count together, else of this one."""
    told = CollectorRegistry()
    told.register(Look())
    if TOGETHER in os.environ:
        multiprocess.MultiProcessCollector(told)
    else:
        ProcessCollector(registry=told)
        told.register(requests)
        told.register(durations)
        told.register(held_entries)
    return told


def metrics(request: HttpRequest) -> HttpResponse:
    """The page that Prometheus fetches."""
    if not may_read(request):
        return HttpResponseForbidden("Send METRICS_KEY as a bearer token.", "text/plain")
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Whether whoever asks has the key, or is a program on this machine that asks without a proxy:
    through one everybody comes from this machine."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_KEY and scheme == "Bearer":
        return constant_time_compare(given, settings.METRICS_KEY)
    proxies = {*FORWARDING_HEADERS, "X-Forwarded-Proto", settings.CLIENT_ADDRESS_HEADER}
    if any(name in request.headers for name in proxies if name):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
