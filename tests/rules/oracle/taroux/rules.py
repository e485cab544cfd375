"""What the rules of Taroux of Six forbid, beside what all games do."""

from ..checks import out_of_step
from .announcing import check_announce
from .calling import check_call
from .exchange import check_discard, check_stock

CHECKS = {
    "call": check_call,
    "stock": check_stock,
    "take": out_of_step,
    "discard": check_discard,
    "announce": check_announce,
}
