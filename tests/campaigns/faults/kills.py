"""SIGKILL at random moments: of the site, of its database, of both. And SIGTERM."""

from __future__ import annotations

from tests.campaigns.faults.campaign import Campaign, Reached

WHOLE = 6  # one kill in this many ends the whole site, the others one of its workers


def kill_site(running: Campaign, amount: int) -> Reached:
    """Kill a worker, which is started again by the first process, or all of them."""

    def kill(number: int) -> None:
        if number % WHOLE:
            running.site.kill_worker()
        else:
            running.site.kill()
            running.site.start()

    running.again_and_again(amount, kill)
    return running.judged(amount)


def kill_database(running: Campaign, amount: int) -> Reached:
    """Kill PostgreSQL: a backend, the whole server, the server and the site at once."""
    server = running.server
    assert server is not None

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

    running.again_and_again(amount, kill)
    return running.judged(amount)


def end_site(running: Campaign, amount: int) -> Reached:
    """Send SIGTERM: what is under way is answered, nothing is cut."""

    def end(_number: int) -> None:
        running.site.stop()
        running.site.start()

    running.again_and_again(amount, end)
    return running.judged(amount)
