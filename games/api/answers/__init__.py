"""The shapes of what programs send and of what they are answered."""
