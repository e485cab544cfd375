"""How much memory an export takes: `python -m tests.campaigns.bench.peak` with the keys of clubs.

Writes results and records of these clubs, drops them, and prints the most memory that the process
had, in MiB. A process of its own, since memory that was had once is not given back.
"""

import resource
import sys

from tests.campaigns.bench import ready

KIB = 1 if sys.platform != "darwin" else 1024  # what the system counts in


def main(keys: list[str]) -> None:
    """Write everything, print the figure."""
    ready()
    from games.models import Club
    from tests.campaigns.bench.files import written_records, written_results

    clubs = list(Club.objects.filter(pk__in=keys))
    written_results(clubs)
    written_records(clubs)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB / 1024)


if __name__ == "__main__":
    main(sys.argv[1:])
