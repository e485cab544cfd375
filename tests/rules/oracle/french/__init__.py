"""French Tarot, judged from its sheet."""

from ..cards import PACK
from ..game import Game
from .breaking import MUTATIONS
from .pack import BIDS, HAND_SIZE, OPTIONS, STOCK_SIZE
from .rules import CHECKS
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
    bids=BIDS,
    announcements=("handful", "slam", "petit-sec"),
    shows_cards=("handful",),
    story=FrenchStory,
    checks=CHECKS,
    settle=settle,
    table=FrenchTable,
    mutations=MUTATIONS,
)
