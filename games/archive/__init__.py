"""Finding hands: the filters that pages and programs share, and the lists and files of what
fits."""

from games.archive.conditions import hits_of
from games.archive.filters import HandSearch
from games.archive.listing import Listed, ListedSeat, listed_hands, listed_seats

__all__ = ["HandSearch", "Listed", "ListedSeat", "hits_of", "listed_hands", "listed_seats"]
