"""How fast things are; every file is a program: `python -m benchmarks.NAME`."""
