"""How Hypothesis looks for examples.

The profile `stable` tries the same examples in every run, so that a change is never blamed for
what it did not do. `pytest --hypothesis-profile=search` looks for new ones, and for longer.
"""

from hypothesis import settings

settings.register_profile("stable", derandomize=True, database=None, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("stable")
