"""A second, slow and plain judge of tarot records, to compare the rules with."""
