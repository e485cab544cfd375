"""Things that happen at the same moment, each in a thread with a connection of its own.

SQLite, whose writers queue for the file, hides a check without a lock: what is raced is raced on
PostgreSQL as well.
"""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do things at the same moment, each in a thread with a connection of its own.

    Returns what each returned or raised.
    """
    gate = threading.Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(index: int, do: Callable[[], object]) -> None:
        try:
            gate.wait()
            answers[index] = do()
        except Exception as error:
            answers[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
