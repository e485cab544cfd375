"""Finding hands: the filters that pages and programs share, and lists and files of the results."""

from games.archive.conditions import hits_of
from games.archive.filters import HandSearch
from games.archive.listing import Listed, ListedSeat, listed_hands, listed_seats
