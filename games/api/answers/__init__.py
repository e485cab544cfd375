"""The shapes of what programs send and receive."""
