"""A second, slow and plain judge of French Tarot records, to compare the engine with."""
