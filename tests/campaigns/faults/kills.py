"""SIGKILL at random moments: of the site, of its database, of both. And SIGTERM."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from tests.campaigns.faults.campaign import Campaign, campaign
from tests.campaigns.faults.kinds import Reached, Setting, judged
from tests.campaigns.faults.servers import DatabaseServer, database_server

WHOLE = 6  # one kill in so many ends the whole site, the others one of its workers
BETWEEN = (4, 24)  # requests that are settled between two kills
LAST = 40  # requests that are settled after the last one


@contextmanager
def on_sqlite(setting: Setting) -> Iterator[Campaign]:
    """A campaign on a file."""
    url = f"sqlite:///{setting.folder / 'club.sqlite3'}"
    with campaign(url, setting.folder, setting.seed, broken=setting.broken) as running:
        yield running


@contextmanager
def on_postgres(setting: Setting) -> Iterator[tuple[Campaign, DatabaseServer]]:
    """A campaign on a server of its own, with two workers."""
    workers = 1 if setting.broken else 2
    with (
        database_server(setting.folder) as server,
        campaign(
            server.url, setting.folder, setting.seed, broken=setting.broken, workers=workers
        ) as running,
    ):
        yield running, server


def kill_site_on_sqlite(setting: Setting, amount: int) -> Reached:
    """Kill the site so often while tablets write."""
    with on_sqlite(setting) as running:
        again_and_again(running, setting.chance, amount, partial(kill_site, running))
        return judged(running, amount)


def kill_site_on_postgres(setting: Setting, amount: int) -> Reached:
    """The same on PostgreSQL."""
    with on_postgres(setting) as (running, _):
        again_and_again(running, setting.chance, amount, partial(kill_site, running))
        return judged(running, amount)


def kill_database(setting: Setting, amount: int) -> Reached:
    """Kill PostgreSQL so often: a backend, the whole server, the server and the site at once."""
    with on_postgres(setting) as (running, server):

        def kill(number: int) -> None:
            if number % 3 == 0:
                server.kill_backend()
                return
            server.kill()
            if number % 3 == 2:
                running.site.kill()
            server.start()
            if number % 3 == 2:
                running.site.start()

        again_and_again(running, setting.chance, amount, kill)
        return judged(running, amount)


def end_site(setting: Setting, amount: int) -> Reached:
    """SIGTERM: what is under way is answered, nothing is cut."""
    with on_sqlite(setting) as running:

        def end(_number: int) -> None:
            running.site.stop()
            running.site.start()

        again_and_again(running, setting.chance, amount, end)
        return judged(running, amount)


def kill_site(running: Campaign, number: int) -> None:
    """Kill a worker, which is started again by the first process, or all of them."""
    if number % WHOLE:
        running.site.kill_worker()
    else:
        running.site.kill()
        running.site.start()


def again_and_again(
    running: Campaign, chance: random.Random, amount: int, fault: Callable[[int], None]
) -> None:
    """Do it so often, at random moments, and let the writers go on in between and afterwards."""
    for number in range(amount):
        running.wait_for(chance.randint(*BETWEEN))
        time.sleep(chance.uniform(0, 0.05))
        fault(number)
    running.wait_for(LAST)
