"""Things done at the same moment; SQLite, whose writers queue, hides a check without a lock."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do things at the same moment, a connection each; what each returned or raised."""
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
