"""French Tarot, judged from its sheet."""

from ..cards import PACK
from ..game import Game
from .mutations import MUTATIONS, ODD_OPTIONS
from .pack import CALLS, HAND_SIZE, OPTIONS, STOCK_SIZE
from .rules import broken
from .scoring import settle
from .story import FrenchStory
from .table import FrenchTable

FRENCH = Game(
    key="french",
    pack=PACK,
    hand_size=HAND_SIZE,
    stock_size=STOCK_SIZE,
    options=OPTIONS,
    counted={"stock": STOCK_SIZE, "discard": STOCK_SIZE},
    bids=tuple(CALLS[1:]),
    announcements=("handful", "slam", "petit-sec"),
    shows_cards=("handful",),
    story=FrenchStory,
    broken=broken,
    settle=settle,
    table=FrenchTable,
    mutations=MUTATIONS,
    odd_options=ODD_OPTIONS,
)
