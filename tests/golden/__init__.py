"""Records of whole games with their summaries, to be replayed to the same for ever."""
