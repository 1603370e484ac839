"""The score keeper for people who play with real cards: sheets, as phone and terminal share them.

log ← sheet ← edits ← exports, statistics; docs/score.md describes the files.
"""
