"""The base of every error that bad input can cause."""


class FiveCrownsError(ValueError):
    """Something given to the program is not what it should be.

    The text is one sentence that says what was expected and what came. Programs that talk to
    people show that sentence; a traceback means a fault of ours.
    """
