"""What Prometheus is told, and who else is."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from games.operation import metrics
from games.operation.readiness import Lookout, Readiness
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.operation.test_rotation import written

KEY = "a-key-that-nobody-can-guess"


@pytest.fixture
def counting(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A program on the same machine, which asks a site that counts."""
    settings.METRICS = True
    monkeypatch.setattr(metrics, "readiness", Readiness(Lookout().look))
    return Client()


def told(client: Client, **headers: str) -> str:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    return answer.text


def value(text: str, name: str) -> float:
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


@pytest.mark.django_db
def test_requests_are_counted_by_route_and_never_by_address(counting: Client) -> None:
    name = 'clubtarot_requests_total{method="GET",route="join",status="404"}'
    counting.get("/join/a-token-that-opens-a-door/")
    before = value(told(counting), name)
    counting.get("/join/a-token-that-opens-a-door/")
    text = told(counting)
    assert value(text, name) == before + 1
    assert value(text, 'clubtarot_request_seconds_count{route="join"}') == before + 1
    assert "opens-a-door" not in text


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_state_of_the_site_is_told(
    cast: Cast, counting: Client, settings: Any, tmp_path: Path
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    settings.BACKUP_FOLDER = str(tmp_path)
    written(datetime.now(UTC) - timedelta(hours=3), tmp_path)
    text = told(counting)
    assert value(text, "clubtarot_ready") == 1
    assert value(text, "clubtarot_seals") == 1
    assert value(text, "clubtarot_last_entry") > 0
    assert value(text, "clubtarot_disk_free_bytes") > 0
    assert 3 * 3600 <= value(text, "clubtarot_backup_age_seconds") < 4 * 3600


@pytest.mark.django_db
def test_the_key_opens_the_figures_to_programs_elsewhere(counting: Client, settings: Any) -> None:
    settings.METRICS_KEY = KEY
    elsewhere = {"REMOTE_ADDR": "203.0.113.7"}
    for sent in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {KEY}"}):
        assert counting.get("/metrics", headers=sent, **elsewhere).status_code == 403  # type: ignore[arg-type]
    sent = {"Authorization": f"Bearer {KEY}"}
    assert counting.get("/metrics", headers=sent, **elsewhere).status_code == 200  # type: ignore[arg-type]


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "X-Forwarded-Proto"])
def test_whoever_comes_through_a_proxy_is_not_taken_for_this_machine(
    header: str, settings: Any
) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    assert metrics.may_read(RequestFactory().get("/metrics"))
    assert not metrics.may_read(RequestFactory().get("/metrics", headers={header: "127.0.0.1"}))


@pytest.mark.django_db
def test_a_site_that_does_not_count_has_no_such_page(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
