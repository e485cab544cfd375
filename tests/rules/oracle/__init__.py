"""A second, slow and plain judge of tarot records, to compare the engine with."""
