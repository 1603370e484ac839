"""What cannot run everywhere."""

import sys

collect_ignore_glob = (
    ["test_o*.py", "test_saves.py", "test_solitaire*.py", "test_turns.py", "test_whole_games.py"]
    if sys.platform == "win32"  # no pseudo terminals, no limits, no state folder by environment
    else []
)
