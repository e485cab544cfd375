"""A hand after each of its entries."""

from games.rules import Record, Replay, replay


def positions(record: Record) -> list[Replay]:
    """From the deal to the last entry."""
    return [
        replay(record._replace(actions=record.actions[:count]))
        for count in range(len(record.actions) + 1)
    ]
