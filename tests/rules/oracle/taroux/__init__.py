"""A second, slow and plain judge of records of Taroux of Six, with its generator."""

from ..cards import PACK
from ..game import Game
from .breaking import MUTATIONS, ODD_OPTIONS
from .rules import CHECKS
from .scoring import settle
from .sheet import BIDS, DISCARD_SIZE, FREE_OPTIONS, HAND_SIZE, OPTIONS, STOCK_SIZE
from .story import TarouxStory
from .table import TarouxTable

TAROUX = Game(
    key="taroux-of-six",
    pack=PACK,
    hand_size=HAND_SIZE,
    stock_size=STOCK_SIZE,
    options=OPTIONS,
    free_options=FREE_OPTIONS,
    counted={"stock": STOCK_SIZE, "discard": DISCARD_SIZE},
    bids=BIDS,
    challenges=("contra", "recontra"),
    announcements=("abundance", "sparrow", "slam"),
    shows_cards=("abundance",),
    story=TarouxStory,
    checks=CHECKS,
    settle=settle,
    table=TarouxTable,
    mutations=MUTATIONS,
    odd_options=ODD_OPTIONS,
)
